pdl.pattern @p : benefit(1) {
  %x = pdl.operand
  %root = pdl.operation "lab.a"(%x : !pdl.value)
  pdl.apply_native_rewrite "r"(%root : !pdl.operation)
  pdl.rewrite %root {
    pdl.erase %root
  }
}
