func.func @f(%m: memref<4xi8, strided<[1], offset: ?>>, %n: memref<4xi8, strided<[1], offset: ?>>, %a: i8) -> i8 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k7 = arith.constant 7 : i8
  memref.store %a, %m[%c1] : memref<4xi8, strided<[1], offset: ?>>
  memref.store %k7, %n[%c0] : memref<4xi8, strided<[1], offset: ?>>
  %x = memref.load %m[%c1] : memref<4xi8, strided<[1], offset: ?>>
  return %x : i8
}
