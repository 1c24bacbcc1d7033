func.func @f(%m: memref<5xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %k1 = arith.constant 1 : i32
  %k2 = arith.constant 2 : i32
  scf.for %i = %c0 to %c4 step %c1 {
    %j = arith.addi %i, %c1 : index
    %v = memref.load %m[%j] : memref<5xi32>
    %w = arith.addi %v, %k1 : i32
    %x = arith.subi %w, %k1 : i32
    memref.store %x, %m[%i] : memref<5xi32>
  }
  return
}
