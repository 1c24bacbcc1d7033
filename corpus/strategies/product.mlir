func.func @product(%a: memref<4x8xi32>, %b: memref<8x6xi32>, %c: memref<4x6xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c6 step %c1 {
      scf.for %k = %c0 to %c8 step %c1 {
        %x = memref.load %a[%i, %k] : memref<4x8xi32>
        %y = memref.load %b[%k, %j] : memref<8x6xi32>
        %z = memref.load %c[%i, %j] : memref<4x6xi32>
        %p = arith.muli %x, %y : i32
        %s = arith.addi %z, %p : i32
        memref.store %s, %c[%i, %j] : memref<4x6xi32>
      }
    }
  }
  return
}
