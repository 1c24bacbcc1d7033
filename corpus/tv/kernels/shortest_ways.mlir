// lengths of the shortest ways between all nodes
func.func @f(%d: memref<21x21xi32>) {
  affine.for %k = 0 to 21 {
    affine.for %i = 0 to 21 {
      affine.for %j = 0 to 21 {
        %0 = affine.load %d[%i, %k] : memref<21x21xi32>
        %1 = affine.load %d[%k, %j] : memref<21x21xi32>
        %2 = affine.load %d[%i, %j] : memref<21x21xi32>
        %3 = arith.addi %0, %1 : i32
        %4 = arith.minsi %2, %3 : i32
        affine.store %4, %d[%i, %j] : memref<21x21xi32>
      }
    }
  }
  return
}
