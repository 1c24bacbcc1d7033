#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1, d0)>
func.func @f(%arg0: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %c0_i32 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %dim = tensor.dim %arg0, %c0 : tensor<?x?xi32>
  %dim_0 = tensor.dim %arg0, %c1 : tensor<?x?xi32>
  %0 = tensor.empty(%dim_0, %dim) : tensor<?x?xi32>
  %dim_1 = tensor.dim %arg0, %c0 : tensor<?x?xi32>
  %dim_2 = tensor.dim %arg0, %c1 : tensor<?x?xi32>
  %1 = tensor.empty(%dim_1, %dim_2) : tensor<?x?xi32>
  %2:2 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<?x?xi32>) outs(%0, %1 : tensor<?x?xi32>, tensor<?x?xi32>) {
  ^bb0(%in: i32, %out: i32, %out_3: i32):
    %4 = arith.muli %in, %in : i32
    linalg.yield %c0_i32, %4 : i32, i32
  } -> (tensor<?x?xi32>, tensor<?x?xi32>)
  %3 = linalg.generic {indexing_maps = [#map, #map, #map1], iterator_types = ["parallel", "parallel"]} ins(%2#1, %arg0 : tensor<?x?xi32>, tensor<?x?xi32>) outs(%0 : tensor<?x?xi32>) {
  ^bb0(%in: i32, %in_3: i32, %out: i32):
    %4 = arith.subi %in_3, %in : i32
    linalg.yield %4 : i32
  } -> tensor<?x?xi32>
  return %3 : tensor<?x?xi32>
}
