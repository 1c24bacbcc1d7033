#map = affine_map<(d0) -> (d0)>
func.func @f(%arg0: tensor<?xi32>, %arg1: tensor<?xi32>, %arg2: tensor<?xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %dim = tensor.dim %arg0, %c0 : tensor<?xi32>
  %0 = tensor.empty(%dim) : tensor<?xi1>
  %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %arg1 : tensor<?xi32>, tensor<?xi32>) outs(%0 : tensor<?xi1>) {
  ^bb0(%in: i32, %in_0: i32, %out: i1):
    %3 = arith.cmpi slt, %in, %in_0 : i32
    linalg.yield %3 : i1
  } -> tensor<?xi1>
  %2 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%1, %arg1, %arg2 : tensor<?xi1>, tensor<?xi32>, tensor<?xi32>) outs(%arg1 : tensor<?xi32>) {
  ^bb0(%in: i1, %in_0: i32, %in_1: i32, %out: i32):
    %3 = arith.select %in, %in_0, %in_1 : i32
    linalg.yield %3 : i32
  } -> tensor<?xi32>
  return %2 : tensor<?xi32>
}
