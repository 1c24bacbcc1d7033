pdl.pattern @p : benefit(1) {
  %x = pdl.operand
  %t = pdl.type : i32
  %k = pdl.attribute : %t
  %root = pdl.operation "lab.a"(%x : !pdl.value) {"k" = %k}
  pdl.rewrite %root {
    pdl.erase %root
  }
}
