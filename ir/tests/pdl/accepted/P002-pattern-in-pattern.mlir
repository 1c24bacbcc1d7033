pdl.pattern : benefit(1) {
  %root = pdl.operation "lab.a"
  pdl.rewrite %root {
    pdl.erase %root
    pdl.pattern : benefit(1) {
      %inner = pdl.operation "lab.b"
      pdl.rewrite %inner {
        pdl.erase %inner
      }
    }
  }
}
