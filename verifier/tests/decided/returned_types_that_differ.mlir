pdl.pattern @p : benefit(1) {
  %t0 = pdl.type : i32
  %t1 = pdl.type
  %a0 = pdl.attribute = 2 : i64
  %x0 = pdl.operand
  %x1 = pdl.operand
  %n0 = pdl.operation "llvm.fcmp"(%x0, %x1 : !pdl.value, !pdl.value) {"predicate" = %a0} -> (%t1 : !pdl.type)
  %x3 = pdl.operand
  %x2 = pdl.operand : %t0
  %r0_0_0 = pdl.result 0 of %n0
  %n1 = pdl.operation "func.return"(%x3, %x2, %r0_0_0 : !pdl.value, !pdl.value, !pdl.value)
  pdl.rewrite %n1 {
    %w0 = pdl.result 1 of %n0
    %c0 = pdl.operation "lab.m"(%w0 : !pdl.value)
    %k0 = pdl.type : vector<4xf32>
    %c1 = pdl.operation "arith.maxnumf"(%x0, %x1 : !pdl.value, !pdl.value) -> (%k0 : !pdl.type)
    %c2 = pdl.operation "lab.m"(%x1, %x3 : !pdl.value, !pdl.value)
    %c3 = pdl.operation "func.return"(%x3, %x2, %r0_0_0 : !pdl.value, !pdl.value, !pdl.value)
    pdl.replace %n1 with %c3
  }
}
