pdl.pattern @p : benefit(1) {
  %t0 = pdl.type : i32
  %t1 = pdl.type
  %a0 = pdl.attribute
  %x0 = pdl.operand : %t0
  %x1 = pdl.operand : %t0
  %n0 = pdl.operation "lab.a"(%x0, %x1 : !pdl.value, !pdl.value) {"k" = %a0} -> (%t1, %t0 : !pdl.type, !pdl.type)
  %x2 = pdl.operand : %t0
  %n1 = pdl.operation "lab.a"(%x0, %x2 : !pdl.value, !pdl.value) {"k" = %a0} -> (%t1, %t0 : !pdl.type, !pdl.type)
  pdl.rewrite %n1 {
    %w0 = pdl.result 1 of %n0
    %c0 = pdl.operation "lab.b"(%w0, %x0 : !pdl.value, !pdl.value)
    pdl.erase %n1
    pdl.erase %n0
    pdl.erase %c0
  }
}
