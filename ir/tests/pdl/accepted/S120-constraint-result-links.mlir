pdl.pattern @p : benefit(1) {
  %x = pdl.operand
  %y = pdl.operand
  %root = pdl.operation "lab.a"(%x : !pdl.value)
  %k = pdl.apply_native_constraint "c"(%x : !pdl.value) : !pdl.attribute
  %s = pdl.operation "lab.s"(%y : !pdl.value) {"k" = %k}
  pdl.rewrite %root {
    pdl.erase %s
    pdl.erase %root
  }
}
