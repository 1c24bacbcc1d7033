pdl.pattern @p : benefit(1) {
  %t1 = pdl.type
  %t2 = pdl.type
  %t3 = pdl.type : f32
  %x0 = pdl.operand : %t1
  %n0 = pdl.operation "arith.index_castui"(%x0 : !pdl.value) -> (%t2 : !pdl.type)
  %x1 = pdl.operand : %t3
  %r0_0_0 = pdl.result 0 of %n0
  %n1 = pdl.operation "lab.a"(%x1, %r0_0_0 : !pdl.value, !pdl.value) -> (%t1 : !pdl.type)
  %r1_0_0 = pdl.result 0 of %n1
  %n2 = pdl.operation "lab.b"(%r1_0_0 : !pdl.value)
  pdl.rewrite %n2 {
    pdl.replace %n0 with %n1
    "pdl.replace"(%n1, %x0) <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (!pdl.operation, !pdl.value) -> ()
    %c2 = pdl.operation "lab.m"(%x1, %x1 : !pdl.value, !pdl.value)
    %c3 = pdl.operation "lab.b"(%x1, %x0 : !pdl.value, !pdl.value)
  }
}
