memref.global @v : memref<1xi32> = dense<0>
func.func @f(%m: memref<4xi8>, %a: i8, %b: i32) -> i8 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k7 = arith.constant 7 : i8
  %g = memref.get_global @v : memref<1xi32>
  memref.store %a, %m[%c1] : memref<4xi8>
  memref.store %b, %g[%c0] : memref<1xi32>
  %x = memref.load %m[%c1] : memref<4xi8>
  return %x : i8
}
