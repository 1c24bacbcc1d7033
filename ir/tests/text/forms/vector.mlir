func.func @f(%m: memref<?x?xf32>, %t: tensor<?x?xf32>, %i: index, %x: f32, %v: vector<4xf32>, %v2: vector<4x3xf32>, %v3: vector<3x4xf32>, %v44: vector<4x4xf32>, %mk: vector<4xi1>, %v1: vector<f32>, %iv: vector<4xi32>, %sv: vector<[4]xf32>, %mk2: vector<4x4xi1>) -> tensor<?x?xf32> {
  %0 = vector.transfer_read %m[%i, %i], %x : memref<?x?xf32>, vector<4xf32>
  %1 = vector.transfer_read %m[%i, %i], %x {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
  %2 = vector.transfer_read %t[%i, %i], %x, %mk {permutation_map = affine_map<(d0, d1) -> (d0)>, foo} : tensor<?x?xf32>, vector<4xf32>
  %b2 = vector.transfer_read %t[%i, %i], %x {permutation_map = affine_map<(d0, d1) -> (d1, d0)>, in_bounds = [true, false]} : tensor<?x?xf32>, vector<4x3xf32>
  vector.transfer_write %v, %m[%i, %i] : vector<4xf32>, memref<?x?xf32>
  vector.transfer_write %v, %m[%i, %i], %mk {in_bounds = [true]} : vector<4xf32>, memref<?x?xf32>
  %3 = vector.transfer_write %v2, %t[%i, %i] {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<4x3xf32>, tensor<?x?xf32>
  %c = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %v2, %v3, %v44 : vector<4x3xf32>, vector<3x4xf32> into vector<4x4xf32>
  %c2 = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maxnumf>, foo} %v2, %v3, %v44 : vector<4x3xf32>, vector<3x4xf32> into vector<4x4xf32>
  %c3 = vector.mask %mk { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  %c4 = vector.mask %mk, %v { vector.transfer_read %m[%i, %i], %x : memref<?x?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  vector.mask %mk { vector.transfer_write %v, %m[%i, %i] : vector<4xf32>, memref<?x?xf32> } : vector<4xi1>
  vector.mask %mk { } : vector<4xi1>
  %o = vector.outerproduct %v, %v : vector<4xf32>, vector<4xf32>
  %o2 = vector.outerproduct %v, %v, %v44 : vector<4xf32>, vector<4xf32>
  %o3 = vector.outerproduct %v, %v, %v44 {kind = #vector.kind<maxnumf>, foo} : vector<4xf32>, vector<4xf32>
  %o4 = vector.outerproduct %v, %x : vector<4xf32>, f32
  %mr = vector.multi_reduction <mul>, %v44, %v [0] : vector<4x4xf32> to vector<4xf32>
  vector.print %v : vector<4xf32>
  vector.print %v : vector<4xf32> punctuation <comma>
  vector.print str "hello"
  vector.print punctuation <open>
  vector.print
  vector.print %v : vector<4xf32> {foo}
  %se = vector.scalable.extract %sv[0] : vector<4xf32> from vector<[4]xf32>
  %si = vector.scalable.insert %v, %sv[0] : vector<4xf32> into vector<[4]xf32>
  %sc:2 = vector.scan <add>, %v44, %v {inclusive = true, reduction_dim = 1} : vector<4x4xf32>, vector<4xf32>
  %vs = vector.vscale
  %ga = vector.gather %m[%i, %i] [%iv], %mk, %v : memref<?x?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %m[%i, %i] [%iv], %mk, %v : memref<?x?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  %st = vector.scatter %t[%i, %i] [%iv], %mk, %v {alignment = 8 : i64}: tensor<?x?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> -> tensor<?x?xf32>
  %ml = vector.maskedload %m[%i, %i], %mk, %v : memref<?x?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m[%i, %i], %mk, %v : memref<?x?xf32>, vector<4xi1>, vector<4xf32>
  %el = vector.expandload %m[%i, %i], %mk, %v : memref<?x?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %m[%i, %i], %mk, %v : memref<?x?xf32>, vector<4xi1>, vector<4xf32>
  return %3 : tensor<?x?xf32>
}
