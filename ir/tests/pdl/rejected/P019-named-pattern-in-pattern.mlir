pdl.pattern : benefit(1) {
  %root = pdl.operation "lab.a"
  pdl.pattern @inner : benefit(1) {
    %inner = pdl.operation "lab.b"
    pdl.rewrite %inner {
      pdl.erase %inner
    }
  }
  pdl.rewrite %root {
    pdl.erase %root
  }
}
