// Each line is wrong in its own way; reading goes on behind it.
func.func @affine(%n: index, %m: memref<?x?xf32>, %x: f32) {
  %0 = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%n)
  %1 = affine.apply affine_set<(d0) : (d0 >= 0)>(%n)
  %2 = affine.apply 1 : i32 (%n)
  affine.for %i = 0 to 10 step -1 {
  }
  affine.for %i = 0 to affine_map<(d0) -> (d0, 1)>(%n) {
  }
  affine.for %i = 0 to affine_map<() -> ()>() {
  }
  affine.if affine_map<(d0) -> (d0)>(%n) {
  }
  affine.parallel (%i) = (0, 0) to (10) {
  }
  %3 = affine.parallel (%i) = (0) to (10) reduce ("nothing") -> f32 {
    affine.yield %x : f32
  }
  %4 = affine.load %m[%n * %n, 0] : memref<?x?xf32>
  %5 = affine.load %m[d0, 0] : memref<?x?xf32>
  %6 = affine.load %m[%n + symbol(3), 0] : memref<?x?xf32>
  %7 = affine.load %m[%n, 0] : i32
  affine.prefetch %m[%n, 0], neither, locality<3>, data : memref<?x?xf32>
  %8 = affine.delinearize_index %n into [2] : index
  return
}
func.func @linalg(%a: tensor<?xi32>, %x: tensor<?xindex>, %s: tensor<f32>, %u: tensor<*xf32>) {
  %0 = linalg.exp ins(%a : tensor<?xi32>) outs(%a : tensor<?xi32>) -> tensor<?xi32>
  %1 = linalg.add ins(%x, %x : tensor<?xindex>, tensor<?xindex>) outs(%x : tensor<?xindex>) -> tensor<?xindex>
  %2 = linalg.add ins(%a : tensor<?xi32>) outs(%a : tensor<?xi32>) -> tensor<?xi32>
  %3 = linalg.matmul ins(%a, %a : tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  %4 = linalg.contract ins(%a, %a : tensor<?xi32>, tensor<?xi32>) outs(%a : tensor<?xi32>) -> tensor<?xi32>
  %5 = linalg.elementwise kind=#linalg.elementwise_kind<nothing> ins(%a : tensor<?xi32>) outs(%a : tensor<?xi32>) -> tensor<?xi32>
  %6 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%u : tensor<*xf32>) outs(%u : tensor<*xf32>) -> tensor<*xf32>
  %7 = linalg.generic ins(%a : tensor<?xi32>) outs(%a : tensor<?xi32>) { } -> tensor<?xi32>
  %8 = linalg.generic {iterator_types = ["parallel"]} outs(%a : tensor<?xi32>) { } -> tensor<?xi32>
  %9 = linalg.map { addi } ins(%a, %a : tensor<?xi32>, tensor<?xi32>) outs(%a : tensor<?xi32>)
  %10 = linalg.reduce { arith.addi } ins(%a : tensor<?xi32>) outs(%s, %s : tensor<f32>, tensor<f32>) dimensions = [0]
  %11 = linalg.transpose ins(%a : tensor<?xi32>) permutation = [0]
  %12 = linalg.broadcast ins(%a : tensor<?xi32>) outs(%a : tensor<?xi32>) permutation = [0]
  %13 = linalg.copy ins(%a, %a : tensor<?xi32>) outs(%a : tensor<?xi32>) -> tensor<?xi32>
  %14 = linalg.pooling_everything ins(%a : tensor<?xi32>) outs(%a : tensor<?xi32>) -> tensor<?xi32>
  return
}
func.func @vector(%m: memref<?xf32>, %n: index, %x: f32, %v: vector<4xf32>, %w: vector<4x4xf32>, %k: vector<4xi1>) {
  %0 = vector.transfer_read %m[%n], %x : memref<?xf32>, vector<4x4xf32>
  %1 = vector.transfer_read %m[%n], %x {permutation_map = 1 : i32} : memref<?xf32>, vector<4xf32>
  %2 = vector.transfer_read %m[%n], %x, %k {permutation_map = affine_map<(d0) -> (d0 + 1)>} : memref<?xf32>, vector<4xf32>
  %3 = vector.transfer_read %m[%n], %x : f32, vector<4xf32>
  vector.transfer_write %v, %m[%n] : vector<4x4xf32>, memref<?xf32>
  %4 = vector.contract %v, %v, %x : vector<4xf32>, vector<4xf32> into f32
  %5 = vector.contract {kind = #vector.kind<add>} %v, %v, %x : vector<4xf32>, vector<4xf32> into f32
  %6 = vector.outerproduct %x, %v : f32, vector<4xf32>
  vector.mask %k, %v { vector.yield } : vector<4xi1>
  vector.warp_execute_on_lane_0(%n)[32] {
  }
  return
}
func.func @more(%m: memref<4xf32>, %n: index, %t: tensor<4xf32>) {
  memref.dma_start %m[%n], %m[%n], %n, %m[%n], %n : memref<4xf32>, memref<4xf32>, memref<4xf32>
  memref.dma_start %m[%n], %m[%n], %n, %m[%n] : memref<4xf32>
  %0 = memref.transpose %m (d0, d0) -> (d0) : memref<4xf32> to memref<4xf32>
  %1 = memref.atomic_rmw nothing %n, %m[%n] : (f32, memref<4xf32>) -> f32
  scf.forall (%i, %j) in (4) {
  }
  scf.forall (%i) = (0) to (4) {
  }
  %2 = scf.forall (%i) in (4) shared_outs(%o = %t) {
  }
  %3 = "good.op"() : () -> i32
  return
}
