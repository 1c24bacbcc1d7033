pdl.pattern @p : benefit(1) {
  %x = pdl.operand
  %root = pdl.operation "lab.a"(%x : !pdl.value)
  pdl.rewrite %root {
    %n = pdl.operation "cf.assert"(%x : !pdl.value)
    pdl.erase %root
  }
}
func.func @loaded(%c : i1) {
  "cf.assert"(%c) <{msg = "m"}> : (i1) -> ()
  return
}
