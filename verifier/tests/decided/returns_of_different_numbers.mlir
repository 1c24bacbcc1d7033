pdl.pattern @p : benefit(1) {
  %t0 = pdl.type : i32
  %n0 = pdl.operation "lab.a" -> (%t0 : !pdl.type)
  %x0 = pdl.operand : %t0
  %n1 = pdl.operation "lab.a"(%x0, %x0 : !pdl.value, !pdl.value) -> (%t0, %t0 : !pdl.type, !pdl.type)
  %n2 = pdl.operation "func.return"(%x0 : !pdl.value)
  %r0_0_0 = pdl.result 0 of %n0
  %n3 = pdl.operation "func.return"(%x0, %r0_0_0 : !pdl.value, !pdl.value)
  pdl.rewrite %n3 {
    pdl.erase %n3
    %w0 = pdl.result 1 of %n1
    %c1 = pdl.operation "lab.n"(%w0 : !pdl.value)
    pdl.erase %n2
  }
}
