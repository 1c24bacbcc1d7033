pdl.pattern @p : benefit(1) {
  %ts = pdl.types
  %p = pdl.operation "lab.p" -> (%ts : !pdl.range<type>)
  %r = "pdl.results"(%p) <{index = -1 : i32}> : (!pdl.operation) -> !pdl.range<value>
  %root = pdl.operation "lab.a"(%r : !pdl.range<value>)
  pdl.rewrite %root {
    pdl.erase %root
  }
}
