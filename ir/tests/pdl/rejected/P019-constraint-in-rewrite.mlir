pdl.pattern @p : benefit(1) {
  %x = pdl.operand
  %root = pdl.operation "lab.a"(%x : !pdl.value)
  pdl.rewrite %root {
    pdl.apply_native_constraint "c"(%x : !pdl.value)
    pdl.erase %root
  }
}
