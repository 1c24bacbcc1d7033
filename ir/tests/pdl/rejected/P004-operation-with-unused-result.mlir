pdl.pattern @p : benefit(1) {
  %x = pdl.operand
  %root = pdl.operation "lab.a"(%x : !pdl.value)
  %t = pdl.type
  %s = pdl.operation "lab.s"(%x : !pdl.value) -> (%t : !pdl.type)
  %r = pdl.result 0 of %s
  pdl.rewrite %root {
    pdl.erase %root
  }
}
