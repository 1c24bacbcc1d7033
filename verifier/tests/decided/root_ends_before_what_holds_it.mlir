pdl.pattern @p : benefit(1) {
  %t0 = pdl.type : i32
  %t1 = pdl.type
  %t2 = pdl.type : i1
  %a0 = pdl.attribute = 7 : i8
  %x0 = pdl.operand
  %n0 = pdl.operation "lab.c"(%x0 : !pdl.value) -> (%t0, %t0 : !pdl.type, !pdl.type)
  %r0_1_0 = pdl.result 1 of %n0
  %n1 = pdl.operation(%x0, %r0_1_0 : !pdl.value, !pdl.value) -> (%t0, %t0 : !pdl.type, !pdl.type)
  %x1 = pdl.operand : %t1
  %n2 = pdl.operation "lab.b"(%x1, %x0, %x0 : !pdl.value, !pdl.value, !pdl.value) {"l" = %a0} -> (%t0, %t0 : !pdl.type, !pdl.type)
  %r1_0_0 = pdl.result 0 of %n1
  %n3 = pdl.operation "lab.b"(%r1_0_0 : !pdl.value) -> (%t2 : !pdl.type)
  pdl.rewrite %n3 {
    %w0 = pdl.result 0 of %n3
    "pdl.replace"(%n3, %w0) <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (!pdl.operation, !pdl.value) -> ()
    %w1 = pdl.result 0 of %n0
    "pdl.replace"(%n2, %r0_1_0, %w1) <{operandSegmentSizes = array<i32: 1, 0, 2>}> : (!pdl.operation, !pdl.value, !pdl.value) -> ()
    %w2 = pdl.result 1 of %n0
    %c2 = pdl.operation "lab.b"(%w2 : !pdl.value)
    %w3 = pdl.result 1 of %n1
    "pdl.replace"(%n0, %w3, %r1_0_0) <{operandSegmentSizes = array<i32: 1, 0, 2>}> : (!pdl.operation, !pdl.value, !pdl.value) -> ()
  }
}
