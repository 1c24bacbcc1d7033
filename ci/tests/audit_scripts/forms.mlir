// Loops and structured operations of several forms, one in each function, marked by `x`.
func.func @perfect(%m: memref<8x16xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %j] : memref<8x16xf32>
    }
  } {x}
  return
}
func.func @imperfect(%m: memref<8x16xf32>, %n: memref<8xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %v, %n[%i] : memref<8xf32>
    scf.for %j = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %j] : memref<8x16xf32>
    }
  } {x}
  return
}
func.func @inner(%m: memref<8x16xf32>, %n: memref<8xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %c16 = arith.constant 16 : index
    scf.for %j = %c0 to %c16 step %c1 {
      memref.store %v, %m[%i, %j] : memref<8x16xf32>
    }
  } {x}
  return
}
func.func @single(%n: memref<8xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %v, %n[%i] : memref<8xf32>
  } {x}
  return
}
func.func @dyn(%n: memref<?xf32>, %v: f32, %u: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %u step %c1 {
    memref.store %v, %n[%i] : memref<?xf32>
  } {x}
  return
}
func.func @dyntwo(%m: memref<?x?xf32>, %v: f32, %u: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %u step %c1 {
    scf.for %j = %c0 to %u step %c1 {
      memref.store %v, %m[%i, %j] : memref<?x?xf32>
    }
  } {x}
  return
}
func.func @triangle(%m: memref<8x16xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %i step %c1 {
      memref.store %v, %m[%i, %j] : memref<8x16xf32>
    }
  } {x}
  return
}
func.func @one(%n: memref<8xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c1 step %c1 {
    memref.store %v, %n[%i] : memref<8xf32>
  } {x}
  return
}
func.func @mmt(%a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = linalg.matmul {x} ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
func.func @mmm(%a: memref<8x16xf32>, %b: memref<16x8xf32>, %c: memref<8x8xf32>) {
  linalg.matmul {x} ins(%a, %b : memref<8x16xf32>, memref<16x8xf32>) outs(%c : memref<8x8xf32>)
  return
}
func.func @mmd(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.matmul {x} ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @affine(%m: memref<64xf32>, %v: f32) {
  affine.for %i = 2 to 10 step 2 {
    affine.store %v, %m[%i] : memref<64xf32>
  }
  affine.parallel (%j) = (2) to (10) step (2) {
    affine.store %v, %m[%j] : memref<64xf32>
  }
  return
}
