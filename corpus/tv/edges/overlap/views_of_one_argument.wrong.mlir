func.func @f(%m: memref<4xi8>, %a: i8) -> i8 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k7 = arith.constant 7 : i8
  %y = memref.load %m[%c1] : memref<4xi8>
  memref.store %a, %m[%c0] : memref<4xi8>
  memref.store %k7, %m[%c1] : memref<4xi8>
  %r = arith.subi %a, %y : i8
  return %r : i8
}
