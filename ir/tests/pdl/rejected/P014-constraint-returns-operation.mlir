pdl.pattern @p : benefit(1) {
  %x = pdl.operand
  %root = pdl.operation "lab.a"(%x : !pdl.value)
  %o = pdl.apply_native_constraint "c"(%x : !pdl.value) : !pdl.operation
  pdl.rewrite %root {
    pdl.erase %root
  }
}
