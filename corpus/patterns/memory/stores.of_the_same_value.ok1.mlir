func.func @f(%a: memref<4xi8>, %x: i8) {
  %i = arith.constant 2 : index
  %z = arith.constant 0 : i8
  %s = arith.addi %x, %z : i8
  memref.store %s, %a[%i] : memref<4xi8>
  return
}
