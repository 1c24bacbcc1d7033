#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
func.func @f(%arg0: tensor<?x?xi32>, %arg1: tensor<?xi32>) -> tensor<?x?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %dim = tensor.dim %arg0, %c0 : tensor<?x?xi32>
  %dim_0 = tensor.dim %arg0, %c1 : tensor<?x?xi32>
  %0 = tensor.empty(%dim, %dim_0) : tensor<?x?xi32>
  %1 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg1 : tensor<?x?xi32>, tensor<?xi32>) outs(%0 : tensor<?x?xi32>) {
  ^bb0(%in: i32, %in_1: i32, %out: i32):
    %2 = arith.subi %in, %in_1 : i32
    %3 = arith.muli %2, %2 : i32
    linalg.yield %3 : i32
  } -> tensor<?x?xi32>
  return %1 : tensor<?x?xi32>
}
