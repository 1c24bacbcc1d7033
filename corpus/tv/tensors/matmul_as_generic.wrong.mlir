#map = affine_map<(d0, d1, d2) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
func.func @f(%arg0: tensor<?x2xi32>, %arg1: tensor<2x2xi32>, %arg2: tensor<?x2xi32>) -> tensor<?x2xi32> {
  %0 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<?x2xi32>, tensor<2x2xi32>) outs(%arg2 : tensor<?x2xi32>) {
  ^bb0(%in: i32, %in_0: i32, %out: i32):
    %1 = arith.muli %in, %in_0 : i32
    %2 = arith.addi %out, %1 : i32
    linalg.yield %2 : i32
  } -> tensor<?x2xi32>
  return %0 : tensor<?x2xi32>
}
