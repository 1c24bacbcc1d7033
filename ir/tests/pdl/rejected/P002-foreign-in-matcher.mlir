pdl.pattern @p : benefit(1) {
  %x = pdl.operand
  %c = "arith.constant"() <{value = 0 : i32}> : () -> i32
  %root = pdl.operation "lab.a"(%x : !pdl.value)
  pdl.rewrite %root {
    pdl.erase %root
  }
}
