memref.global @v : memref<4xi8> = dense<0>
func.func @f(%m: memref<2xi8>, %a: i8) -> i8 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k7 = arith.constant 7 : i8
  %c3 = arith.constant 3 : index
  %g = memref.get_global @v : memref<4xi8>
  memref.store %a, %m[%c1] : memref<2xi8>
  memref.store %k7, %g[%c3] : memref<4xi8>
  %x = memref.load %m[%c1] : memref<2xi8>
  return %x : i8
}
