pdl.pattern @p : benefit(1) {
  %t0 = pdl.type : i32
  %n0 = pdl.operation "lab.c" -> (%t0 : !pdl.type)
  %x0 = pdl.operand : %t0
  %r0_0_0 = pdl.result 0 of %n0
  %n1 = pdl.operation "lab.b"(%x0, %r0_0_0, %r0_0_0 : !pdl.value, !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
  %n2 = pdl.operation(%x0, %r0_0_0, %r0_0_0 : !pdl.value, !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
  pdl.rewrite {
    pdl.replace %n2 with %n1
    pdl.erase %n0
  }
}
