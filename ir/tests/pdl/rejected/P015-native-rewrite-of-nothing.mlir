pdl.pattern @p : benefit(1) {
  %x = pdl.operand
  %root = pdl.operation "lab.a"(%x : !pdl.value)
  pdl.rewrite %root {
    "pdl.apply_native_rewrite"() <{name = "r"}> : () -> ()
    pdl.erase %root
  }
}
