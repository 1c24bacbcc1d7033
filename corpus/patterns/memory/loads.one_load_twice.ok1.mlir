func.func @f(%a: memref<4xi8>, %x: i8) -> i8 {
  %i = arith.constant 2 : index
  %l = memref.load %a[%i] : memref<4xi8>
  memref.store %x, %a[%i] : memref<4xi8>
  %r = arith.subi %l, %l : i8
  return %r : i8
}
