func.func @f(%a0: i1) -> i8 {
  %r = "arith.extui"(%a0) : (i1) -> i8
  return %r : i8
}
