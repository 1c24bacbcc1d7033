pdl.pattern @p : benefit(1) {
  %x = pdl.operand
  %t = pdl.type
  %s = pdl.operation "lab.s"(%x : !pdl.value) -> (%t : !pdl.type)
  %r = pdl.result 0 of %s
  %root = pdl.operation "lab.a"(%r : !pdl.value)
  pdl.rewrite %root {
    pdl.erase %root
  }
}
