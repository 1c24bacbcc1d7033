pdl.pattern @p : benefit(1) {
  %x = pdl.operand
  %k = pdl.attribute = 1 : i8
  %t = pdl.type : i32
  %ts = pdl.types : [i32, i64]
  %root = pdl.operation "lab.a"(%x : !pdl.value)
  pdl.rewrite %root {
    pdl.erase %root
  }
}
