func.func @f(%a0: i8, %a1: i8) -> (i8, i1) {
  %r:2 = "arith.addui_extended"(%a0, %a1) : (i8, i8) -> (i8, i1)
  return %r#0, %r#1 : i8, i1
}
