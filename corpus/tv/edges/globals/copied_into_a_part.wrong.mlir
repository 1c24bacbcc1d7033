memref.global @v : memref<8xi8> = dense<0>
func.func @f(%m: memref<4xi8>, %a: i8) -> i8 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k7 = arith.constant 7 : i8
  %g = memref.get_global @v : memref<8xi8>
  %p = memref.subview %g[0] [4] [1] : memref<8xi8> to memref<4xi8, strided<[1]>>
  memref.copy %m, %p : memref<4xi8> to memref<4xi8, strided<[1]>>
  memref.store %a, %m[%c1] : memref<4xi8>
  %x = memref.load %g[%c1] : memref<8xi8>
  %y = arith.addi %x, %a : i8
  return %y : i8
}
