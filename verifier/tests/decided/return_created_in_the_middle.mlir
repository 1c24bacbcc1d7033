pdl.pattern @p : benefit(1) {
  %t0 = pdl.type : i32
  %t1 = pdl.type
  %n0 = pdl.operation -> (%t0 : !pdl.type)
  %r0_0_0 = pdl.result 0 of %n0
  %n1 = pdl.operation "lab.b"(%r0_0_0 : !pdl.value) -> (%t1 : !pdl.type)
  %r1_0_0 = pdl.result 0 of %n1
  %x0 = pdl.operand
  %r0_0_1 = pdl.result 0 of %n0
  %n2 = pdl.operation "func.return"(%r1_0_0, %x0, %r0_0_1 : !pdl.value, !pdl.value, !pdl.value)
  pdl.rewrite %n2 {
    %c0 = pdl.operation "lab.m"(%r1_0_0 : !pdl.value) -> (%t1 : !pdl.type)
    %c1 = pdl.operation "func.return"(%x0 : !pdl.value)
    %w0 = pdl.result 0 of %n1
    %c2 = pdl.operation "lab.a"(%w0 : !pdl.value)
    "pdl.replace"(%n2) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (!pdl.operation) -> ()
  }
}
