pdl.pattern @p : benefit(1) {
  %t = pdl.type
  %p = pdl.operation "lab.p" -> (%t : !pdl.type)
  %x = pdl.result 0 of %p
  %y = pdl.result 0 of %p
  %root = pdl.operation "lab.a"(%x : !pdl.value)
  %s = pdl.operation "lab.s"(%y : !pdl.value)
  pdl.rewrite %root {
    pdl.erase %s
    pdl.erase %root
  }
}
