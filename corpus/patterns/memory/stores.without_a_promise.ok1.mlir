func.func @f(%a: memref<4xi8>, %x: i8, %y: i8) {
  %i = arith.constant 2 : index
  %s = arith.addi %x, %y overflow<nsw> : i8
  memref.store %s, %a[%i] : memref<4xi8>
  return
}
