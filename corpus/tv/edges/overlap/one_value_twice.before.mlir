func.func @f(%m: memref<4xi8>, %n: memref<4xi8>, %a: i8) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k7 = arith.constant 7 : i8
  memref.store %a, %m[%c0] : memref<4xi8>
  memref.store %a, %n[%c0] : memref<4xi8>
  return
}
