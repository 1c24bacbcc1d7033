pdl.pattern @p : benefit(1) {
  %t1 = pdl.type
  %t2 = pdl.type
  %t3 = pdl.type
  %a0 = pdl.attribute
  %x0 = pdl.operand : %t1
  %x1 = pdl.operand
  %n0 = pdl.operation "llvm.lshr"(%x0, %x1 : !pdl.value, !pdl.value) -> (%t1 : !pdl.type)
  %r0_0_0 = pdl.result 0 of %n0
  %n1 = pdl.operation "arith.addui_extended"(%x0, %r0_0_0 : !pdl.value, !pdl.value) -> (%t1, %t1 : !pdl.type, !pdl.type)
  %r1_1_0 = pdl.result 1 of %n1
  %n2 = pdl.operation "arith.sitofp"(%r1_1_0 : !pdl.value) -> (%t2 : !pdl.type)
  %x3 = pdl.operand : %t1
  %x2 = pdl.operand : %t3
  %r2_0_0 = pdl.result 0 of %n2
  %n3 = pdl.operation "cf.br"(%x3, %x2, %r2_0_0 : !pdl.value, !pdl.value, !pdl.value) {"k" = %a0}
  pdl.rewrite %n3 {
    %w0 = pdl.result 1 of %n0
    %c0 = pdl.operation "lab.m"(%w0 : !pdl.value)
    %w1 = pdl.result 0 of %n2
    %c1 = pdl.operation "lab.m"(%w1 : !pdl.value) -> (%t3 : !pdl.type)
    %c2 = pdl.operation "lab.n"(%r0_0_0 : !pdl.value)
  }
}
