func.func @g(%m: memref<4x8xf32>, %ix: index, %q: memref<?x?xf32, strided<[?, 1], offset: ?>>, %n: memref<4xi8>, %t: tensor<4x4xf32>, %big: tensor<8x4xf32>, %u: memref<*xf32>, %shape: memref<2xi32>, %ti: tensor<2x2xindex>, %fm: memref<8xf32>) -> tensor<8x4xf32> {
  %z:4 = memref.extract_strided_metadata %fm : memref<8xf32> -> memref<f32>, index, index, index
  %p = memref.extract_aligned_pointer_as_index %m : memref<4x8xf32> -> index
  %tr = memref.transpose %m (i, j) -> (j, i) : memref<4x8xf32> to memref<8x4xf32, affine_map<(d0, d1) -> (d1 * 8 + d0)>>
  memref.prefetch %m[%ix, %ix], write, locality<3>, data : memref<4x8xf32>
  %aa = memref.assume_alignment %m, 16 : memref<4x8xf32>
  %x = memref.load %m[%ix, %ix] : memref<4x8xf32>
  %rm = memref.atomic_rmw addf %x, %m[%ix, %ix] : (f32, memref<4x8xf32>) -> f32
  %gr = memref.generic_atomic_rmw %m[%ix, %ix] : memref<4x8xf32> {
  ^bb0(%cur : f32):
    memref.atomic_yield %cur : f32
  }
  %sc = memref.alloca_scope -> f32 { memref.alloca_scope.return %x : f32 }
  memref.alloca_scope { }
  %sc2:2 = memref.alloca_scope -> (f32, f32) { memref.alloca_scope.return %x, %x : f32, f32 }
  %tag = memref.alloc() : memref<1xi32>
  %f2 = memref.alloc() : memref<8xf32, 2>
  memref.dma_start %fm[%ix], %f2[%ix], %ix, %tag[%ix] : memref<8xf32>, memref<8xf32, 2>, memref<1xi32>
  memref.dma_wait %tag[%ix], %ix : memref<1xi32>
  %do:2 = memref.distinct_objects %m, %n : memref<4x8xf32>, memref<4xi8>
  %re = memref.realloc %fm(%ix) : memref<8xf32> to memref<?xf32>
  %re2 = memref.realloc %re : memref<?xf32> to memref<8xf32>
  %rs = memref.reshape %m(%shape) : (memref<4x8xf32>, memref<2xi32>) -> memref<?x?xf32>
  %vw = memref.view %n[%ix][%ix] : memref<4xi8> to memref<?xf32>
  %f = scf.forall (%i) in (4) shared_outs(%o = %big) -> (tensor<8x4xf32>) {
    scf.forall.in_parallel { tensor.parallel_insert_slice %t into %o[%i, 0] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x4xf32> }
  }
  scf.forall (%i, %j) in (%ix, 4) { } {mapping = [#gpu.thread<x>, #gpu.thread<y>]}
  scf.forall (%i, %j) = (0, %ix) to (%ix, 10) step (2, %ix) { } {foo}
  %f2r:2 = scf.forall (%i) = (1) to (4) step (1) shared_outs(%o = %big, %o2 = %big) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
    scf.forall.in_parallel { 
      tensor.parallel_insert_slice %t into %o[%i, 0] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x4xf32> 
    } 
  }
  %cc = tensor.concat dim(0) %t, %t : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %ga = tensor.gather %t[%ti] gather_dims([0, 1]) : (tensor<4x4xf32>, tensor<2x2xindex>) -> tensor<2xf32>
  %ga2 = tensor.gather %t[%ti] gather_dims([0, 1]) unique : (tensor<4x4xf32>, tensor<2x2xindex>) -> tensor<2x1x1xf32>
  %sca = tensor.scatter %ga2 into %t[%ti] scatter_dims([0, 1]) unique : (tensor<2x1x1xf32>, tensor<4x4xf32>, tensor<2x2xindex>) -> tensor<4x4xf32>
  return %f : tensor<8x4xf32>
}
