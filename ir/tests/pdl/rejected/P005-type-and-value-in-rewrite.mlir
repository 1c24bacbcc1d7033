pdl.pattern @p : benefit(1) {
  %x = pdl.operand
  %root = pdl.operation "lab.a"(%x : !pdl.value)
  %t = pdl.type : i32
  pdl.rewrite %root {
    %k = "pdl.attribute"(%t) <{value = 3 : i32}> : (!pdl.type) -> !pdl.attribute
    %n = pdl.operation "lab.b" {"k" = %k}
    pdl.erase %root
  }
}
