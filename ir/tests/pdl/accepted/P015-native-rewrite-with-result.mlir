pdl.pattern @p : benefit(1) {
  %x = pdl.operand
  %root = pdl.operation "lab.a"(%x : !pdl.value)
  pdl.rewrite %root {
    %k = pdl.apply_native_rewrite "r" : !pdl.attribute
    pdl.erase %root
  }
}
