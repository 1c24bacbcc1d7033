func.func @f(%a0: i8) -> i1 {
  %r = "arith.trunci"(%a0) : (i8) -> i1
  return %r : i1
}
