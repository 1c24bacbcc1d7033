pdl.pattern @p : benefit(1) {
  %ts = pdl.types
  %p = pdl.operation "lab.p" -> (%ts : !pdl.range<type>)
  %r = "pdl.results"(%p) : (!pdl.operation) -> !pdl.value
  %root = pdl.operation "lab.a"(%r : !pdl.value)
  pdl.rewrite %root {
    pdl.erase %root
  }
}
