pdl.pattern @p : benefit(1) {
  %x = pdl.operand
  %root = pdl.operation "lab.a"(%x : !pdl.value)
  %s = pdl.operation "lab.s"(%x : !pdl.value)
  pdl.rewrite %root {
    pdl.erase %s
    pdl.erase %root
  }
}
