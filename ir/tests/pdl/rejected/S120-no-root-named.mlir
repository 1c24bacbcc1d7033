pdl.pattern @p : benefit(1) {
  %x = pdl.operand
  %y = pdl.operand
  %root = pdl.operation "lab.a"(%x : !pdl.value)
  %s = pdl.operation "lab.s"(%y : !pdl.value)
  pdl.rewrite  {
    pdl.erase %s
    pdl.erase %root
  }
}
