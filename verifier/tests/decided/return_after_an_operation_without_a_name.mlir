pdl.pattern @p : benefit(1) {
  %t0 = pdl.type
  %t1 = pdl.type
  %a0 = pdl.attribute = 0 : i32
  %x0 = pdl.operand : %t1
  %n0 = pdl.operation "llvm.sext"(%x0 : !pdl.value) -> (%t0 : !pdl.type)
  %r0_0_0 = pdl.result 0 of %n0
  %n1 = pdl.operation(%r0_0_0 : !pdl.value) {"k" = %a0} -> (%t0 : !pdl.type)
  %x1 = pdl.operand
  %r1_0_0 = pdl.result 0 of %n1
  %n2 = pdl.operation "llvm.srem"(%x1, %r1_0_0 : !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
  %r2_0_0 = pdl.result 0 of %n2
  %x2 = pdl.operand
  %n3 = pdl.operation "func.return"(%r2_0_0, %x0, %x2 : !pdl.value, !pdl.value, !pdl.value) {"k" = %a0}
  pdl.rewrite %n3 {
    pdl.erase %n3
    pdl.erase %n2
    %c2 = pdl.operation "lab.n"(%r0_0_0, %x0 : !pdl.value, !pdl.value)
    %c3 = pdl.operation "lab.m"(%x1 : !pdl.value)
  }
}
