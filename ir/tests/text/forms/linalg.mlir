func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %c: tensor<4x4xf32>, %i: tensor<4x8xi8>, %j: tensor<8x4xi16>, %k: tensor<4x4xi32>, %ma: memref<4x8xf32>, %mb: memref<8x4xf32>, %mc: memref<4x4xf32>, %x: f32) -> tensor<4x4xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%i, %j : tensor<4x8xi8>, tensor<8x4xi16>) outs(%k : tensor<4x4xi32>) -> tensor<4x4xi32>
  linalg.matmul ins(%ma, %mb : memref<4x8xf32>, memref<8x4xf32>) outs(%mc : memref<4x4xf32>)
  %2 = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%b, %b : tensor<8x4xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = linalg.fill ins(%x : f32) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  linalg.copy {a = 1} ins(%mc : memref<4x4xf32>) outs(%mc : memref<4x4xf32>)
  %4 = linalg.exp ins(%c : tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %5 = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%c, %c : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %6 = linalg.contract indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%b, %b : tensor<8x4xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
func.func @g(%a: tensor<4x8xf32>, %c: tensor<4x4xf32>, %v: tensor<4xf32>, %s: f64, %k: i32, %m: memref<4x4xf32>, %in: tensor<1x1x16x16xf32>, %f: tensor<1x1x3x3xf32>, %o: tensor<1x1x14x14xf32>) {
  %0 = linalg.map ins(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) (%x: f32, %y: f32, %z: f32) { %q = arith.addf %x, %y fastmath<fast> : f32  linalg.yield %q : f32 }
  %1 = linalg.map { arith.addf {fastmath = #arith.fastmath<nnan>, foo} } ins(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) {bar}
  linalg.map outs(%m : memref<4x4xf32>) (%z : f32) { %q = arith.constant 0.0 : f32 linalg.yield %q : f32 }
  %2 = linalg.map ins(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) (%x: f32, %y: f32, %z: f32) { %q = arith.addf %y, %x : f32  linalg.yield %q : f32 }
  %r = linalg.reduce { arith.addf } ins(%c : tensor<4x4xf32>) outs(%v : tensor<4xf32>) dimensions = [1] {bar}
  %r2 = linalg.reduce ins(%c : tensor<4x4xf32>) outs(%v : tensor<4xf32>) dimensions = [1] (%x: f32, %y: f32) { %q = arith.subf %x, %y : f32  linalg.yield %q : f32 }
  %r3:2 = linalg.reduce ins(%c, %c : tensor<4x4xf32>, tensor<4x4xf32>) outs(%v, %v : tensor<4xf32>, tensor<4xf32>) dimensions = [1] (%x: f32, %y: f32, %z: f32, %w: f32) {  linalg.yield %x, %y : f32, f32 }
  %t = linalg.transpose ins(%c : tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) permutation = [1, 0] {bar}
  %b = linalg.broadcast ins(%v : tensor<4xf32>) outs(%c : tensor<4x4xf32>) dimensions = [0]
  linalg.transpose ins(%m : memref<4x4xf32>) outs(%m : memref<4x4xf32>) permutation = [1, 0]
  %fr = linalg.fill_rng_2d ins(%s, %s, %k : f64, f64, i32) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %cv = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>, foo} ins(%in, %f : tensor<1x1x16x16xf32>, tensor<1x1x3x3xf32>) outs(%o : tensor<1x1x14x14xf32>) -> tensor<1x1x14x14xf32>
  %g:2 = linalg.generic {doc = "x", indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"], library_call = "foo"} ins(%c : tensor<4x4xf32>) outs(%c, %c : tensor<4x4xf32>, tensor<4x4xf32>) attrs = {foo = 1 : i32} {
  ^bb0(%x : f32, %y : f32, %z : f32):
    %i = linalg.index 0 : index
    linalg.yield %x, %y : f32, f32
  } -> (tensor<4x4xf32>, tensor<4x4xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "reduction"]} outs(%m : memref<4x4xf32>) {
  ^bb0(%x : f32):
    linalg.yield %x : f32
  }
  %e1 = linalg.elementwise kind=#linalg.elementwise_kind<exp> indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>] {foo} ins(%c : tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}
func.func @w(%f: tensor<2x3x3x5xf32>, %o: tensor<6x6x5x2xf32>, %s: tensor<2x16x32xf32>, %d: tensor<128x256xf32>, %e: tensor<16x8x8x32xf32>, %x: f32, %m: memref<2x16xf32>, %n: index) {
 %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%f: tensor<2x3x3x5xf32>) outs(%o: tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
 %1 = linalg.softmax dimension(2) ins(%s : tensor<2x16x32xf32>) outs(%s: tensor<2x16x32xf32>) -> tensor<2x16x32xf32>
 linalg.softmax dimension(1) ins(%m : memref<2x16xf32>) outs(%m: memref<2x16xf32>)
 %2 = linalg.pack %d inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %e : tensor<128x256xf32> -> tensor<16x8x8x32xf32>
 %3 = linalg.pack %d padding_value(%x : f32) outer_dims_perm = [0, 1] inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %e {foo} : tensor<128x256xf32> -> tensor<16x8x8x32xf32>
 %4 = linalg.unpack %e inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %d : tensor<16x8x8x32xf32> -> tensor<128x256xf32>
 return }
