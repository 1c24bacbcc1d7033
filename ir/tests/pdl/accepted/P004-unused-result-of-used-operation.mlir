pdl.pattern @p : benefit(1) {
  %x = pdl.operand
  %t = pdl.type
  %root = pdl.operation "lab.s"(%x : !pdl.value) -> (%t : !pdl.type)
  %r = pdl.result 0 of %root
  pdl.rewrite %root {
    pdl.erase %root
  }
}
