pdl.pattern @p : benefit(1) {
  %t0 = pdl.type : i32
  %t1 = pdl.type
  %a0 = pdl.attribute : %t0
  %x0 = pdl.operand : %t0
  %x1 = pdl.operand : %t0
  %x2 = pdl.operand : %t1
  %n0 = pdl.operation "lab.a"(%x0, %x1, %x2 : !pdl.value, !pdl.value, !pdl.value) {"l" = %a0} -> (%t0 : !pdl.type)
  %x3 = pdl.operand
  %n1 = pdl.operation "lab.c"(%x2, %x3 : !pdl.value, !pdl.value) -> (%t1, %t1 : !pdl.type, !pdl.type)
  pdl.rewrite %n1 {
    %w0 = pdl.result 0 of %n0
    %c0 = pdl.operation "lab.m"(%x2, %w0 : !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
    %w1 = pdl.result 0 of %n1
    %w2 = pdl.result 1 of %n1
    "pdl.replace"(%n1, %w1, %w2) <{operandSegmentSizes = array<i32: 1, 0, 2>}> : (!pdl.operation, !pdl.value, !pdl.value) -> ()
  }
}
