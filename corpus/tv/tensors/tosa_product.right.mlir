#map = affine_map<(d0) -> (d0)>
func.func @f(%arg0: tensor<2xi32>, %arg1: tensor<2xi32>) -> tensor<2xi32> {
  %0 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %1 = tensor.empty() : tensor<2xi32>
  %2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %arg1 : tensor<2xi32>, tensor<2xi32>) outs(%1 : tensor<2xi32>) {
  ^bb0(%in: i32, %in_0: i32, %out: i32):
    %3 = arith.muli %in, %in_0 : i32
    linalg.yield %3 : i32
  } -> tensor<2xi32>
  return %2 : tensor<2xi32>
}
