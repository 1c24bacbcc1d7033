func.func @f(%m: memref<2x2xi8>, %n: memref<4xi8>, %a: i8) -> i8 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k7 = arith.constant 7 : i8
  memref.store %a, %m[%c1, %c0] : memref<2x2xi8>
  memref.store %k7, %n[%c0] : memref<4xi8>
  %x = memref.load %m[%c1, %c0] : memref<2x2xi8>
  return %x : i8
}
