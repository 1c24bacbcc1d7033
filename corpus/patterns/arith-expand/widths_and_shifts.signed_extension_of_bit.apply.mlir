func.func @f(%a0: i1) -> i8 {
  %r = "arith.extsi"(%a0) : (i1) -> i8
  return %r : i8
}
