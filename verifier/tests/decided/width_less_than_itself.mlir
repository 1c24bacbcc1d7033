pdl.pattern @p : benefit(1) {
  %t1 = pdl.type
  %t2 = pdl.type
  %x0 = pdl.operand
  %x1 = pdl.operand : %t1
  %n0 = pdl.operation "llvm.fdiv"(%x0, %x1 : !pdl.value, !pdl.value) -> (%t1 : !pdl.type)
  %r0_0_0 = pdl.result 0 of %n0
  %x2 = pdl.operand : %t2
  %n1 = pdl.operation "arith.scaling_extf"(%r0_0_0, %x2 : !pdl.value, !pdl.value) -> (%t2 : !pdl.type)
  pdl.rewrite %n1 {
    "pdl.replace"(%n0, %x0) <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (!pdl.operation, !pdl.value) -> ()
    "pdl.replace"(%n1, %x2) <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (!pdl.operation, !pdl.value) -> ()
    %k0 = pdl.attribute = 2 : i64
    %c2 = pdl.operation "arith.cmpf"(%x0, %x1 : !pdl.value, !pdl.value) {"predicate" = %k0}
  }
}
