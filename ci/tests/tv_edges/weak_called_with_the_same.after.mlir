func.func @k(%x: i8) -> i8 attributes {llvm.linkage = #llvm.linkage<weak>} {
  return %x : i8
}
func.func @f(%x: i8) -> i8 {
  %c = arith.constant 1 : i8
  %y = arith.shli %x, %c : i8
  %r = call @k(%y) : (i8) -> i8
  return %r : i8
}
