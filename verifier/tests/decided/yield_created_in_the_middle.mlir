pdl.pattern @p : benefit(1) {
  %t1 = pdl.type : f32
  %t2 = pdl.type : f32
  %t3 = pdl.type : i1
  %n0 = pdl.operation "lab.c" -> (%t1, %t1 : !pdl.type, !pdl.type)
  %x0 = pdl.operand : %t2
  %r0_0_0 = pdl.result 0 of %n0
  %n1 = pdl.operation "lab.c"(%x0, %r0_0_0 : !pdl.value, !pdl.value) -> (%t3, %t1 : !pdl.type, !pdl.type)
  %r1_1_0 = pdl.result 1 of %n1
  %x1 = pdl.operand : %t3
  %n2 = pdl.operation "scf.yield"(%r1_1_0, %x1, %x0 : !pdl.value, !pdl.value, !pdl.value)
  pdl.rewrite %n2 {
    %c0 = pdl.operation "scf.yield"(%x1 : !pdl.value)
    %c1 = pdl.operation "lab.n" -> (%t1, %t3 : !pdl.type, !pdl.type)
    pdl.replace %n2 with %c0
  }
}
