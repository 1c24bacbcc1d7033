pdl.pattern @p : benefit(1) {
  %t0 = pdl.type
  %t1 = pdl.type : i64
  %t2 = pdl.type : i1
  %a0 = pdl.attribute
  %x0 = pdl.operand : %t1
  %x1 = pdl.operand : %t1
  %x2 = pdl.operands
  %ts0 = pdl.types
  %n0 = pdl.operation "lab.c"(%x0, %x0, %x1, %x2 : !pdl.value, !pdl.value, !pdl.value, !pdl.range<value>) -> (%ts0 : !pdl.range<type>)
  %x3 = pdl.operand : %t1
  %rs0 = pdl.results of %n0
  %n1 = pdl.operation "lab.b"(%x3, %rs0 : !pdl.value, !pdl.range<value>) {"k" = %a0} -> (%t0, %t2 : !pdl.type, !pdl.type)
  %r1_0_0 = pdl.result 0 of %n1
  %x4 = pdl.operands
  %ts2 = pdl.types
  %n2 = pdl.operation(%r1_0_0, %x4 : !pdl.value, !pdl.range<value>) -> (%ts2 : !pdl.range<type>)
  %x5 = pdl.operand : %t1
  %r1_1_0 = pdl.result 1 of %n1
  %rs2 = pdl.results of %n2
  %ts3 = pdl.types
  %n3 = pdl.operation "lab.a"(%x5, %r1_1_0, %rs2 : !pdl.value, !pdl.value, !pdl.range<value>) -> (%ts3 : !pdl.range<type>)
  pdl.rewrite %n3 {
    %w0 = pdl.result 0 of %n1
    %w1 = pdl.result 0 of %n1
    %c0 = pdl.operation "llvm.lshr"(%w0, %w1 : !pdl.value, !pdl.value)
  }
}
