pdl.pattern @p : benefit(1) {
  %t0 = pdl.type : i32
  %x0 = pdl.operand : %t0
  %n0 = pdl.operation "lab.b"(%x0 : !pdl.value) -> (%t0, %t0 : !pdl.type, !pdl.type)
  %r0_0_0 = pdl.result 0 of %n0
  %n1 = pdl.operation "func.return"(%x0, %r0_0_0 : !pdl.value, !pdl.value)
  %n2 = pdl.operation "lab.b"(%x0 : !pdl.value) -> (%t0 : !pdl.type)
  pdl.rewrite %n2 {
    %w0 = pdl.result 1 of %n0
    %c0 = pdl.operation "lab.n"(%w0 : !pdl.value) -> (%t0 : !pdl.type)
    %c1 = pdl.operation "cf.br"(%x0 : !pdl.value)
    pdl.replace %n2 with %c0
    pdl.erase %n1
  }
}
