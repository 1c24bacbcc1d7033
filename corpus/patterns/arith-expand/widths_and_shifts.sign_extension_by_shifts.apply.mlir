func.func @f(%a0: i8) -> i16 {
  %r = "arith.extsi"(%a0) : (i8) -> i16
  return %r : i16
}
