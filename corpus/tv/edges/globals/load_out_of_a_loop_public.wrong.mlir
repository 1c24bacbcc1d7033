memref.global @v : memref<4xi8> = dense<0>
func.func @f(%m: memref<4xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k7 = arith.constant 7 : i8
  %c4 = arith.constant 4 : index
  %g = memref.get_global @v : memref<4xi8>
  %x = memref.load %g[%c1] : memref<4xi8>
  scf.for %i = %c0 to %c4 step %c1 {
    %y = arith.addi %x, %k7 : i8
    memref.store %y, %m[%i] : memref<4xi8>
  }
  return
}
