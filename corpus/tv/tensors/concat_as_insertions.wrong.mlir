#map = affine_map<()[s0, s1] -> (s0 + s1)>
func.func @f(%arg0: tensor<1x?xi32>, %arg1: tensor<1x?xi32>) -> tensor<1x?xi32> {
  %c1 = arith.constant 1 : index
  %dim = tensor.dim %arg0, %c1 : tensor<1x?xi32>
  %dim_0 = tensor.dim %arg1, %c1 : tensor<1x?xi32>
  %0 = affine.apply #map()[%dim, %dim_0]
  %1 = tensor.empty(%0) : tensor<1x?xi32>
  %inserted_slice = tensor.insert_slice %arg0 into %1[0, 0] [1, %dim] [1, 1] : tensor<1x?xi32> into tensor<1x?xi32>
  %inserted_slice_1 = tensor.insert_slice %arg1 into %inserted_slice[0, %dim_0] [1, %dim_0] [1, 1] : tensor<1x?xi32> into tensor<1x?xi32>
  return %inserted_slice_1 : tensor<1x?xi32>
}
