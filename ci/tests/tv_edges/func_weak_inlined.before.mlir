// As of functions of llvm.
func.func @k(%x: i8) -> i8 attributes {llvm.linkage = #llvm.linkage<weak>} {
  return %x : i8
}
func.func @f(%x: i8) -> i8 {
  %r = call @k(%x) : (i8) -> i8
  return %r : i8
}
