pdl.pattern @p : benefit(1) {
  %t0 = pdl.type : i32
  %x0 = pdl.operand : %t0
  %n0 = pdl.operation "lab.c"(%x0 : !pdl.value) -> (%t0, %t0 : !pdl.type, !pdl.type)
  %n1 = pdl.operation "func.return"(%x0 : !pdl.value)
  %n2 = pdl.operation "scf.yield"(%x0 : !pdl.value)
  %r0_0_0 = pdl.result 0 of %n0
  %x1 = pdl.operand : %t0
  %n3 = pdl.operation "func.return"(%r0_0_0, %x1 : !pdl.value, !pdl.value)
  pdl.rewrite %n3 {
    %c0 = pdl.operation "lab.a"(%r0_0_0 : !pdl.value) -> (%t0 : !pdl.type)
    pdl.replace %n3 with %n1
    pdl.erase %n2
  }
}
