func.func @f(%m: memref<4xi8>) -> i8 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k7 = arith.constant 7 : i8
  %x = memref.load %m[%c0] : memref<4xi8>
  %y = arith.addi %x, %k7 : i8
  return %y : i8
}
