pdl.pattern @p : benefit(1) {
  %x = pdl.operand
  %root = pdl.operation "lab.a"(%x : !pdl.value)
  pdl.rewrite %root {
    %n = pdl.operation "lab.b"
    pdl.replace %root with (%x : !pdl.value) %n
  }
}
