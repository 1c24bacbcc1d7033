pdl.pattern @p : benefit(1) {
  %x = pdl.operand
  %y = pdl.operand
  %k = pdl.attribute
  %root = pdl.operation "lab.a"(%x : !pdl.value) {"k" = %k}
  %s = pdl.operation "lab.s"(%y : !pdl.value) {"k" = %k}
  pdl.rewrite %root {
    pdl.erase %s
    pdl.erase %root
  }
}
