pdl.pattern @p : benefit(1) {
  %x = pdl.operand
  %root = pdl.operation "lab.a"(%x : !pdl.value)
  pdl.rewrite %root {
    %t = pdl.type
    %n = pdl.operation "lab.b"(%x : !pdl.value) -> (%t : !pdl.type)
    pdl.erase %root
  }
}
