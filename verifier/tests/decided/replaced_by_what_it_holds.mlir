pdl.pattern @p : benefit(1) {
  %t0 = pdl.type : i32
  %t1 = pdl.type
  %n0 = pdl.operation "lab.c" -> (%t0 : !pdl.type)
  %r0_0_0 = pdl.result 0 of %n0
  %x0 = pdl.operand : %t0
  %n1 = pdl.operation(%r0_0_0, %x0 : !pdl.value, !pdl.value) -> (%t1, %t1 : !pdl.type, !pdl.type)
  %n2 = pdl.operation(%r0_0_0, %x0 : !pdl.value, !pdl.value) -> (%t1, %t1 : !pdl.type, !pdl.type)
  pdl.rewrite %n2 {
    %w0 = pdl.result 0 of %n1
    %w1 = pdl.result 1 of %n2
    %c0 = pdl.operation "lab.b"(%w0, %w1 : !pdl.value, !pdl.value)
    pdl.replace %n2 with %n1
    pdl.erase %n1
    %c3 = pdl.operation "lab.n"
  }
}
