pdl.pattern @p : benefit(1) {
  %ts = pdl.types
  %xs = pdl.operands : %ts
  %root = pdl.operation "lab.a"(%xs : !pdl.range<value>)
  pdl.rewrite %root {
    pdl.erase %root
  }
}
