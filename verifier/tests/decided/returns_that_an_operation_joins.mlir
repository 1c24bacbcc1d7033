pdl.pattern @p : benefit(1) {
  %t0 = pdl.type
  %x0 = pdl.operand : %t0
  %x1 = pdl.operand : %t0
  %n0 = pdl.operation "func.return"(%x0, %x1 : !pdl.value, !pdl.value)
  %n1 = pdl.operation "lab.a"(%x1 : !pdl.value) -> (%t0 : !pdl.type)
  %r1_0_0 = pdl.result 0 of %n1
  %n2 = pdl.operation "func.return"(%r1_0_0, %r1_0_0, %r1_0_0 : !pdl.value, !pdl.value, !pdl.value)
  %n3 = pdl.operation(%x0, %x1 : !pdl.value, !pdl.value)
  pdl.rewrite %n3 {
    %c0 = pdl.operation "lab.a"
    pdl.erase %n0
    pdl.erase %n2
  }
}
