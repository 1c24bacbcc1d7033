func.func @f(%m: memref<4xi8>, %n: memref<2xi32>, %a: i8, %b: i32) -> i8 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k7 = arith.constant 7 : i8
  memref.store %b, %n[%c0] : memref<2xi32>
  %x = memref.load %m[%c1] : memref<4xi8>
  memref.store %a, %m[%c1] : memref<4xi8>
  return %x : i8
}
