func.func @f(%arg0: tensor<?x?xi32>, %arg1: tensor<2xi32>, %arg2: index) -> (tensor<2xi32>, tensor<?x?xi32>) {
  %inserted_slice = tensor.insert_slice %arg1 into %arg0[%arg2, 0] [1, 2] [1, 1] : tensor<2xi32> into tensor<?x?xi32>
  return %arg1, %inserted_slice : tensor<2xi32>, tensor<?x?xi32>
}
