func.func @f(%m: memref<2xi8>, %x: i8, %y: i8) -> i8 {
  %c0 = arith.constant 0 : index
  %r = "acme.f"(%x) : (i8) -> i8
  memref.store %x, %m[%c0] : memref<2xi8>
  memref.store %y, %m[%c0] : memref<2xi8>
  return %r : i8
}
