pdl.pattern @p : benefit(1) {
  %t = pdl.type
  %root = pdl.operation "lab.a" -> (%t : !pdl.type)
  %y = pdl.result 0 of %root
  pdl.rewrite %root {
    %n = pdl.operation "arith.extsi"(%y : !pdl.value)
    pdl.replace %root with %n
  }
}
func.func @loaded() -> i8 {
  %c = "arith.constant"() <{value = 0 : i8}> : () -> i8
  return %c : i8
}
