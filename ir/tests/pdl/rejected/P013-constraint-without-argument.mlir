pdl.pattern @p : benefit(1) {
  %x = pdl.operand
  %root = pdl.operation "lab.a"(%x : !pdl.value)
  "pdl.apply_native_constraint"() <{name = "always"}> : () -> ()
  pdl.rewrite %root {
    pdl.erase %root
  }
}
