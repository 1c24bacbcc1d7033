func.func @f(%a0: i8) -> i16 {
  %r = "arith.extui"(%a0) : (i8) -> i16
  return %r : i16
}
