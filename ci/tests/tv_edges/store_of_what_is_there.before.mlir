// The argument may be constant.
func.func @f(%m: memref<2xi8>, %x: i8) {
  %z = arith.constant 0 : index
  return
}
