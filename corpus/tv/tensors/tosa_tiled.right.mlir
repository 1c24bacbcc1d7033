#map = affine_map<(d0, d1, d2, d3) -> (d1, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
func.func @f(%arg0: tensor<1x2xi32>) -> tensor<2x4xi32> {
  %0 = tosa.const_shape  {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>
  %1 = tensor.empty() : tensor<2x1x2x2xi32>
  %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x2xi32>) outs(%1 : tensor<2x1x2x2xi32>) {
  ^bb0(%in: i32, %out: i32):
    linalg.yield %in : i32
  } -> tensor<2x1x2x2xi32>
  %3 = tosa.const_shape  {values = dense<[2, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %4 = tosa.reshape %2, %3 : (tensor<2x1x2x2xi32>, !tosa.shape<2>) -> tensor<2x4xi32>
  return %4 : tensor<2x4xi32>
}
