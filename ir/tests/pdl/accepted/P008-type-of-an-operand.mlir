pdl.pattern @p : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %root = pdl.operation "lab.a"(%x : !pdl.value)
  pdl.rewrite %root {
    %n = pdl.operation "arith.extsi"(%x : !pdl.value) -> (%t : !pdl.type)
    pdl.erase %root
  }
}
func.func @loaded() -> i8 {
  %c = "arith.constant"() <{value = 0 : i8}> : () -> i8
  return %c : i8
}
