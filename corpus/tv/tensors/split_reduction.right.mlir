#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0) -> ()>
func.func @f(%arg0: tensor<6xi32>, %arg1: tensor<i32>) -> tensor<i32> {
  %expanded = tensor.expand_shape %arg0 [[0, 1]] output_shape [2, 3] : tensor<6xi32> into tensor<2x3xi32>
  %0 = tensor.empty() : tensor<2xi32>
  %c0_i32 = arith.constant 0 : i32
  %1 = linalg.fill ins(%c0_i32 : i32) outs(%0 : tensor<2xi32>) -> tensor<2xi32>
  %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%expanded : tensor<2x3xi32>) outs(%1 : tensor<2xi32>) {
  ^bb0(%in: i32, %out: i32):
    %4 = arith.addi %out, %in : i32
    linalg.yield %4 : i32
  } -> tensor<2xi32>
  %3 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["reduction"]} ins(%2 : tensor<2xi32>) outs(%arg1 : tensor<i32>) {
  ^bb0(%in: i32, %out: i32):
    %4 = arith.addi %in, %out : i32
    linalg.yield %4 : i32
  } -> tensor<i32>
  return %3 : tensor<i32>
}
