pdl.pattern @p : benefit(1) {
  %x = pdl.operand
  %root = pdl.operation "lab.a"(%x : !pdl.value)
  pdl.rewrite %root {
    pdl.replace %root with (%x, %x : !pdl.value, !pdl.value)
  }
}
