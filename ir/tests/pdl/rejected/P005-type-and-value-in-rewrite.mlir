pdl.pattern @p : benefit(1) {
  %x = pdl.operand
  %root = pdl.operation "lab.a"(%x : !pdl.value)
  %t = pdl.type : i32
  pdl.rewrite %root {
    %k = pdl.attribute : %t = 3 : i32
    %n = pdl.operation "lab.b" {"k" = %k}
    pdl.erase %root
  }
}
