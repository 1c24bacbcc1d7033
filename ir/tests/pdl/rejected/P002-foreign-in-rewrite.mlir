pdl.pattern @p : benefit(1) {
  %x = pdl.operand
  %root = pdl.operation "lab.a"(%x : !pdl.value)
  pdl.rewrite %root {
    %c = "arith.constant"() <{value = 0 : i32}> : () -> i32
    pdl.erase %root
  }
}
