memref.global @v : memref<4xi8> = dense<0>
func.func @f(%m: memref<4xi8>, %a: i8) -> i8 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k7 = arith.constant 7 : i8
  %g = memref.get_global @v : memref<4xi8>
  %w = memref.subview %g[1] [2] [1] : memref<4xi8> to memref<2xi8, strided<[1], offset: 1>>
  memref.store %a, %m[%c1] : memref<4xi8>
  memref.store %k7, %w[%c0] : memref<2xi8, strided<[1], offset: 1>>
  %x = memref.load %m[%c1] : memref<4xi8>
  %y = memref.load %w[%c0] : memref<2xi8, strided<[1], offset: 1>>
  %z = arith.subi %y, %y : i8
  %r = arith.addi %x, %z : i8
  return %r : i8
}
