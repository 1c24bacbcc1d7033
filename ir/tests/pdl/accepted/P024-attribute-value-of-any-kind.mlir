pdl.pattern @p : benefit(1) {
  %x = pdl.operand
  %root = pdl.operation "lab.a"(%x : !pdl.value)
  %k = pdl.attribute = [1, @a, i32, {b}]
  pdl.rewrite %root {
    pdl.erase %root
  }
}
