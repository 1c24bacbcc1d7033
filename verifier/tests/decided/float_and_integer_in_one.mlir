pdl.pattern @p : benefit(1) {
  %t0 = pdl.type
  %t1 = pdl.type
  %x0 = pdl.operand : %t1
  %x1 = pdl.operand
  %n0 = pdl.operation "llvm.frem"(%x0, %x1 : !pdl.value, !pdl.value) -> (%t1 : !pdl.type)
  %r0_0_0 = pdl.result 0 of %n0
  %n1 = pdl.operation "lab.a"(%r0_0_0 : !pdl.value) -> (%t0, %t0 : !pdl.type, !pdl.type)
  %x2 = pdl.operand
  %r1_1_0 = pdl.result 1 of %n1
  %n2 = pdl.operation "arith.subi"(%x2, %r1_1_0 : !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
  %x3 = pdl.operand : %t0
  %r2_0_0 = pdl.result 0 of %n2
  %n3 = pdl.operation "arith.shli"(%x3, %r2_0_0 : !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
  pdl.rewrite %n3 {
    "pdl.replace"(%n0, %x1) <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (!pdl.operation, !pdl.value) -> ()
    %k0 = pdl.attribute = 2 : i64
    %c1 = pdl.operation "arith.cmpf"(%x1, %x1 : !pdl.value, !pdl.value) {"predicate" = %k0}
    %c2 = pdl.operation "lab.n"(%x3, %x0 : !pdl.value, !pdl.value)
    "pdl.replace"(%c2) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (!pdl.operation) -> ()
  }
}
