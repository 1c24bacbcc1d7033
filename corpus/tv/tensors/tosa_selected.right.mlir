#map = affine_map<(d0) -> (d0)>
func.func @f(%arg0: tensor<2xi32>, %arg1: tensor<2xi32>) -> tensor<2xi32> {
  %0 = "tosa.const"() <{values = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %1 = tensor.empty() : tensor<2xi1>
  %2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %arg1 : tensor<2xi32>, tensor<2xi32>) outs(%1 : tensor<2xi1>) {
  ^bb0(%in: i32, %in_0: i32, %out: i1):
    %7 = arith.cmpi sgt, %in, %in_0 : i32
    linalg.yield %7 : i1
  } -> tensor<2xi1>
  %3 = tensor.empty() : tensor<2xi32>
  %4 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %0 : tensor<2xi32>, tensor<2xi32>) outs(%3 : tensor<2xi32>) {
  ^bb0(%in: i32, %in_0: i32, %out: i32):
    %7 = arith.subi %in, %in_0 : i32
    linalg.yield %7 : i32
  } -> tensor<2xi32>
  %5 = tensor.empty() : tensor<2xi32>
  %6 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%2, %4, %arg1 : tensor<2xi1>, tensor<2xi32>, tensor<2xi32>) outs(%5 : tensor<2xi32>) {
  ^bb0(%in: i1, %in_0: i32, %in_1: i32, %out: i32):
    %7 = arith.select %in, %in_0, %in_1 : i32
    linalg.yield %7 : i32
  } -> tensor<2xi32>
  return %6 : tensor<2xi32>
}
