pdl.pattern @p : benefit(1) {
  %t = pdl.type
  %p = pdl.operation "lab.p" -> (%t : !pdl.type)
  %r = pdl.result 7 of %p
  %root = pdl.operation "lab.a"(%r : !pdl.value)
  pdl.rewrite %root {
    pdl.erase %root
  }
}
