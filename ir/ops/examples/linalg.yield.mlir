func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) -> tensor<4xi32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%arg0 : tensor<4xi32>) outs(%arg1 : tensor<4xi32>) {
  ^bb0(%arg2: i32, %arg3: i32):
    linalg.yield %arg2 : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
