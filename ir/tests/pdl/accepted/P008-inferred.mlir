pdl.pattern @p : benefit(1) {
  %x = pdl.operand
  %root = pdl.operation "lab.a"(%x : !pdl.value)
  pdl.rewrite %root {
    %n = pdl.operation "arith.addi"(%x, %x : !pdl.value, !pdl.value)
    pdl.erase %root
  }
}
func.func @loaded() -> i8 {
  %c = "arith.constant"() <{value = 0 : i8}> : () -> i8
  return %c : i8
}
