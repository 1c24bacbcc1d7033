func.func @f(%m: memref<2xi8>, %x: i8) {
  %z = arith.constant 0 : index
  memref.dealloc %m : memref<2xi8>
  return
}
