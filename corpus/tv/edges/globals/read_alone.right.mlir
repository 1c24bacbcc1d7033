memref.global @v : memref<4xi8> = dense<0>
func.func @f(%m: memref<4xi8>, %a: i8) -> i8 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k7 = arith.constant 7 : i8
  %g = memref.get_global @v : memref<4xi8>
  %y = memref.load %g[%c0] : memref<4xi8>
  %x = memref.load %m[%c0] : memref<4xi8>
  %r = arith.subi %x, %y : i8
  return %r : i8
}
