func.func @f(%a0: i8, %a1: i8) -> (i8, i8) {
  %r:2 = "arith.mulsi_extended"(%a0, %a1) : (i8, i8) -> (i8, i8)
  return %r#0, %r#1 : i8, i8
}
