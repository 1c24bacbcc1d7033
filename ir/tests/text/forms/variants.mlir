#bound = affine_map<(d0)[s0] -> (d0, s0 + 1)>
#set = affine_set<(i, j)[N, M] : (i - j >= 0, N - 1 >= i, j <= M, i + j == 2)>
func.func @maps(%n: index, %k: index, %m: memref<?x?xf32, affine_map<(i, j)[s] -> (j * s + i)>>, %x: f32, %e: memref<f32>, %v: memref<4xvector<2xf32>>) {
  %0 = affine.apply affine_map<(a, b)[c, d] -> (a * 3 + (b floordiv 2) mod 5 - c * 2 + d ceildiv 3 - 7)>(%n, %k)[%k, %n]
  %1 = affine.apply affine_map<() -> (42)>()
  %2 = affine.min affine_map<(d0, d1)[s0] -> (-d0 + s0, d1 * -2, 0 - d0)>(%n, %n)[%k]
  affine.for %i = max #bound(%n)[%k] to min #bound(%k)[%n] step 3 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%n] {
      affine.if #set(%i, %j)[%n, %k] {
        affine.yield
      }
      %a = affine.load %m[-%i + symbol(%n) * 2 - 3, (%i + %j) floordiv 2] : memref<?x?xf32, affine_map<(i, j)[s] -> (j * s + i)>>
      %b = affine.load %m[%j, %i + %i] : memref<?x?xf32, affine_map<(i, j)[s] -> (j * s + i)>>
      affine.store %a, %e[] : memref<f32>
    } {tag = "inner"}
  }
  affine.for %i = affine_map<()[s0] -> (s0 + 1)>()[%n] to affine_map<(d0) -> (4)>(%n) {
  }
  affine.for %i = -4 to affine_map<()[s0] -> (s0)>()[%n] {
  }
  return
}
func.func @transfers(%e: memref<f32>, %t: tensor<f32>, %x: f32, %v0: vector<f32>, %m: memref<4x?x8xf32>, %i: index, %b: vector<8xi1>, %bb: vector<4x8xi1>, %s: memref<?xf32>, %sm: vector<[4]xi1>, %vv: memref<?x?xvector<4x3xf32>>, %pv: vector<4x3xf32>) {
  %0 = vector.transfer_read %e[], %x : memref<f32>, vector<f32>
  vector.transfer_write %v0, %e[] : vector<f32>, memref<f32>
  %1 = vector.transfer_write %v0, %t[] : vector<f32>, tensor<f32>
  %2 = vector.transfer_read %m[%i, %i, %i], %x, %b {permutation_map = affine_map<(d0, d1, d2) -> (0, d2)>} : memref<4x?x8xf32>, vector<3x8xf32>
  %3 = vector.transfer_read %m[%i, %i, %i], %x, %bb {permutation_map = affine_map<(d0, d1, d2) -> (d2, d0)>, in_bounds = [true, true]} : memref<4x?x8xf32>, vector<8x4xf32>
  %4 = vector.transfer_read %s[%i], %x, %sm : memref<?xf32>, vector<[4]xf32>
  %5 = vector.transfer_read %vv[%i, %i], %pv : memref<?x?xvector<4x3xf32>>, vector<1x1x4x3xf32>
  %6 = vector.create_mask %i : vector<[4]xi1>
  %7 = vector.constant_mask [3] : vector<4xi1>
  %8 = vector.mask %6 { vector.transfer_read %s[%i], %x : memref<?xf32>, vector<[4]xf32> } : vector<[4]xi1> -> vector<[4]xf32>
  return
}
func.func @loops(%n: index, %t: tensor<4xf32>) -> tensor<4xf32> {
  %0 = scf.forall (%i, %j) = (0, 0) to (%n, 4) step (1, 2) shared_outs(%o = %t) -> (tensor<4xf32>) {
    %c = arith.addi %i, %j : index
    %s = tensor.extract_slice %o[%c] [1] [1] : tensor<4xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%c] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  } {mapping = [#gpu.block<y>, #gpu.block<x>], note}
  scf.forall (%i) in (%n) {
    %d = arith.addi %i, %i : index
    scf.forall.in_parallel {
    }
  }
  return %0 : tensor<4xf32>
}
func.func @linalg(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %c: tensor<4x4xf32>, %m: memref<4x4xf32>, %x: f32, %s: tensor<f32>, %i: tensor<4x4xi32>, %i1: tensor<4x4xi1>) -> tensor<f32> {
  %0 = linalg.matmul {note = 1 : i32} ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = linalg.map { math.exp } ins(%c : tensor<4x4xf32>) outs(%c : tensor<4x4xf32>)
  %2 = linalg.map { arith.addi {overflowFlags = #arith.overflow<nsw>} } ins(%i, %i : tensor<4x4xi32>, tensor<4x4xi32>) outs(%i : tensor<4x4xi32>)
  %3 = linalg.map ins(%i : tensor<4x4xi32>) outs(%c : tensor<4x4xf32>) (%e: i32, %o: f32) {
    %f = arith.sitofp %e : i32 to f32
    linalg.yield %f : f32
  }
  %4 = linalg.map ins(%c, %c : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) (%e: f32, %f: f32, %o: f32) {
    %g = arith.mulf %e, %e : f32
    %h = arith.addf %g, %f : f32
    linalg.yield %h : f32
  }
  linalg.reduce { arith.mulf } ins(%m : memref<4x4xf32>) outs(%m : memref<4x4xf32>) dimensions = []
  %5 = linalg.reduce { arith.maximumf {fastmath = #arith.fastmath<nnan>} } ins(%c : tensor<4x4xf32>) outs(%s : tensor<f32>) dimensions = [0, 1]
  %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%x, %c : f32, tensor<4x4xf32>) outs(%s : tensor<f32>) {
  ^bb0(%u: f32, %v: f32, %w: f32):
    %r = linalg.index 1 : index
    %y = arith.addf %v, %w : f32
    linalg.yield %y : f32
  } -> tensor<f32>
  %7 = linalg.elementwise kind=#linalg.elementwise_kind<select> ins(%i1, %c, %c : tensor<4x4xi1>, tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %8 = linalg.elementwise kind=#linalg.elementwise_kind<max_signed> indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>] ins(%c, %x : tensor<4x4xf32>, f32) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %6 : tensor<f32>
}
