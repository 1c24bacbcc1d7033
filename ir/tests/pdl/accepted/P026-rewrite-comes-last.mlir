pdl.pattern @p : benefit(1) {
  %x = pdl.operand
  %root = pdl.operation "lab.a"(%x : !pdl.value)
  %t = pdl.type : i32
  pdl.rewrite %root {
    pdl.erase %root
  }
}
