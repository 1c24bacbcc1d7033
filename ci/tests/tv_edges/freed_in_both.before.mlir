// The same is freed.
func.func @f(%m: memref<2xi8>, %x: i8) {
  %z = arith.constant 0 : index
  %a = arith.addi %x, %x : i8
  memref.dealloc %m : memref<2xi8>
  return
}
