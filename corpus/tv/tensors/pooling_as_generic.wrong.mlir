#map = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1 + d4, d2 * 2 + d5, d3)>
#map1 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d5)>
#map2 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>
func.func @f(%arg0: tensor<1x3x5x1xi8>, %arg1: tensor<1x2x2x1xi8>) -> tensor<1x2x2x1xi8> {
  %0 = tensor.empty() : tensor<2x2xi8>
  %1 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%arg0, %0 : tensor<1x3x5x1xi8>, tensor<2x2xi8>) outs(%arg1 : tensor<1x2x2x1xi8>) {
  ^bb0(%in: i8, %in_0: i8, %out: i8):
    %2 = arith.maxsi %out, %in : i8
    linalg.yield %2 : i8
  } -> tensor<1x2x2x1xi8>
  return %1 : tensor<1x2x2x1xi8>
}
