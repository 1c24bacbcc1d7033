pdl.pattern @p : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %k = pdl.attribute
  %root = pdl.operation "lab.a"(%x : !pdl.value) {"k" = %k}
  pdl.apply_native_constraint "c"(%t, %x, %k, %root : !pdl.type, !pdl.value, !pdl.attribute, !pdl.operation)
  pdl.rewrite %root {
    pdl.erase %root
  }
}
