#map = affine_map<(d0, d1, d2) -> (d2, d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
func.func @f(%arg0: tensor<2x2x2xi32>, %arg1: tensor<2x2x2xi32>) -> tensor<2x2x2xi32> {
  %0 = tensor.empty() : tensor<2x2x2xi32>
  %1 = linalg.elementwise kind=#linalg.elementwise_kind<sub> indexing_maps = [#map, #map1, #map1] ins(%arg0, %arg1 : tensor<2x2x2xi32>, tensor<2x2x2xi32>) outs(%0 : tensor<2x2x2xi32>) -> tensor<2x2x2xi32>
  return %1 : tensor<2x2x2xi32>
}
