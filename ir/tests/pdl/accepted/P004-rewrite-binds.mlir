pdl.pattern @p : benefit(1) {
  %x = pdl.operand
  %root = pdl.operation "lab.a"(%x : !pdl.value)
  %k = pdl.attribute
  pdl.rewrite %root {
    %n = pdl.operation "lab.b" {"k" = %k}
    pdl.erase %root
  }
}
