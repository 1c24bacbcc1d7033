pdl.pattern @p : benefit(1) {
  %t0 = pdl.type : i32
  %x0 = pdl.operand : %t0
  %n0 = pdl.operation "lab.a"(%x0, %x0 : !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
  %x1 = pdl.operand : %t0
  %n1 = pdl.operation "func.return"(%x0, %x1 : !pdl.value, !pdl.value)
  %x2 = pdl.operand : %t0
  %n2 = pdl.operation "lab.a"(%x0, %x2 : !pdl.value, !pdl.value) -> (%t0, %t0 : !pdl.type, !pdl.type)
  %n3 = pdl.operation(%x2 : !pdl.value) -> (%t0, %t0 : !pdl.type, !pdl.type)
  pdl.rewrite %n3 {
    pdl.replace %n3 with %n2
    %w0 = pdl.result 0 of %n0
    %w1 = pdl.result 0 of %n0
    %c1 = pdl.operation "func.return"(%w0, %w1 : !pdl.value, !pdl.value)
    pdl.erase %n1
  }
}
