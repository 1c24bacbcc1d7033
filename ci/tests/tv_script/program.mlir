func.func @f(%m: memref<6x6xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %k = arith.constant 3 : i32
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c1 to %c4 step %c1 {
      %x = memref.load %m[%i, %j] : memref<6x6xi32>
      %y = arith.addi %x, %k : i32
      %down = arith.addi %i, %c1 : index
      %left = arith.subi %j, %c1 : index
      memref.store %y, %m[%down, %left] : memref<6x6xi32>
    }
  }
  return
}
