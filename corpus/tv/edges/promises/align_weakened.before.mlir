func.func @f(%m: memref<4xi8> {llvm.align = 16 : i64}, %a: i8) -> i8 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k7 = arith.constant 7 : i8
  memref.store %a, %m[%c0] : memref<4xi8>
  %x = memref.load %m[%c0] : memref<4xi8>
  return %x : i8
}
