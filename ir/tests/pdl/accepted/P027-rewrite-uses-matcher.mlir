pdl.pattern @p : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %root = pdl.operation "lab.a"(%x : !pdl.value)
  pdl.rewrite %root {
    %n = pdl.operation "lab.b"(%x : !pdl.value) -> (%t : !pdl.type)
    pdl.erase %root
  }
}
