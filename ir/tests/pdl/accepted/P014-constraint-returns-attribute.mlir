pdl.pattern @p : benefit(1) {
  %x = pdl.operand
  %k = pdl.apply_native_constraint "c"(%x : !pdl.value) : !pdl.attribute
  %root = pdl.operation "lab.a"(%x : !pdl.value) {"k" = %k}
  pdl.rewrite %root {
    pdl.erase %root
  }
}
