pdl.pattern @p : benefit(1) {
  %t0 = pdl.type
  %x0 = pdl.operand : %t0
  %n0 = pdl.operation "scf.yield"(%x0 : !pdl.value)
  pdl.rewrite %n0 {
    %c0 = pdl.operation "lab.a" -> (%t0 : !pdl.type)
    "pdl.replace"(%n0) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (!pdl.operation) -> ()
    %c2 = pdl.operation "cf.br"
    %c3 = pdl.operation "lab.m"
  }
}
