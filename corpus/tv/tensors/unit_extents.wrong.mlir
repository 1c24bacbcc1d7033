#map = affine_map<(d0) -> (d0)>
func.func @f(%arg0: tensor<1x1x?xi32>, %arg1: tensor<1x?xi32>) -> tensor<1x?xi32> {
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %collapsed = tensor.collapse_shape %arg0 [[0, 1, 2]] : tensor<1x1x?xi32> into tensor<?xi32>
  %collapsed_0 = tensor.collapse_shape %arg1 [[0, 1]] : tensor<1x?xi32> into tensor<?xi32>
  %dim = tensor.dim %arg1, %c1 : tensor<1x?xi32>
  %0 = tensor.empty(%dim) : tensor<?xi32>
  %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%collapsed, %collapsed_0 : tensor<?xi32>, tensor<?xi32>) outs(%0 : tensor<?xi32>) {
  ^bb0(%in: i32, %in_2: i32, %out: i32):
    %2 = arith.subi %in, %in_2 : i32
    linalg.yield %2 : i32
  } -> tensor<?xi32>
  %dim_1 = tensor.dim %arg0, %c2 : tensor<1x1x?xi32>
  %expanded = tensor.expand_shape %1 [[0, 1]] output_shape [1, %dim_1] : tensor<?xi32> into tensor<1x?xi32>
  return %expanded : tensor<1x?xi32>
}
