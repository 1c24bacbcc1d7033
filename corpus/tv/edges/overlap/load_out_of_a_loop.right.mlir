func.func @f(%m: memref<4xi8>, %n: memref<4xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k7 = arith.constant 7 : i8
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %x = memref.load %m[%c1] : memref<4xi8>
    %y = arith.addi %k7, %x : i8
    memref.store %x, %n[%i] : memref<4xi8>
    memref.store %y, %n[%c0] : memref<4xi8>
  }
  return
}
