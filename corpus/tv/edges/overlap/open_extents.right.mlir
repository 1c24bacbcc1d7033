func.func @f(%m: memref<?xi8>, %n: memref<?xi8>, %a: i8) -> i8 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k7 = arith.constant 7 : i8
  memref.store %a, %m[%c0] : memref<?xi8>
  memref.store %k7, %n[%c1] : memref<?xi8>
  %x = memref.load %m[%c0] : memref<?xi8>
  %y = arith.andi %x, %x : i8
  return %y : i8
}
