pdl.pattern @p : benefit(1) {
  %x = pdl.operand
  %k = pdl.attribute
  %root = pdl.operation "lab.a"(%x : !pdl.value)
  pdl.rewrite %root {
    pdl.erase %root
  }
}
