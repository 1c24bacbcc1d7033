pdl.pattern @p : benefit(1) {
  %x = pdl.operand
  %y = pdl.operand
  %root = pdl.operation "lab.a"(%x : !pdl.value)
  pdl.rewrite %root {
    %n = pdl.operation "lab.b"(%y : !pdl.value)
    pdl.erase %root
  }
}
