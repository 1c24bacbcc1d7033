pdl.pattern @p : benefit(1) {
  %t0 = pdl.type
  %x0 = pdl.operand
  %n0 = pdl.operation "lab.c"(%x0 : !pdl.value) -> (%t0, %t0 : !pdl.type, !pdl.type)
  %n1 = pdl.operation(%x0 : !pdl.value) -> (%t0, %t0 : !pdl.type, !pdl.type)
  %n2 = pdl.operation "lab.c"(%x0 : !pdl.value) -> (%t0, %t0 : !pdl.type, !pdl.type)
  %r1_0_0 = pdl.result 0 of %n1
  %n3 = pdl.operation "lab.b"(%r1_0_0, %x0, %x0 : !pdl.value, !pdl.value, !pdl.value)
  pdl.rewrite %n3 {
    pdl.erase %n0
    %w0 = pdl.result 1 of %n1
    %c1 = pdl.operation "lab.n"(%w0 : !pdl.value) -> (%t0 : !pdl.type)
    pdl.erase %n2
  }
}
