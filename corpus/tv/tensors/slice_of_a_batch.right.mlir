func.func @f(%arg0: tensor<?x2x2xi32>, %arg1: tensor<2x2xi32>, %arg2: index) -> tensor<2x2xi32> {
  %extracted_slice = tensor.extract_slice %arg0[%arg2, 0, 0] [1, 2, 2] [1, 1, 1] : tensor<?x2x2xi32> to tensor<2x2xi32>
  %0 = tensor.empty() : tensor<2x2xi32>
  %transposed = linalg.transpose ins(%extracted_slice : tensor<2x2xi32>) outs(%0 : tensor<2x2xi32>) permutation = [1, 0]
  %1 = linalg.add ins(%transposed, %arg1 : tensor<2x2xi32>, tensor<2x2xi32>) outs(%0 : tensor<2x2xi32>) -> tensor<2x2xi32>
  return %1 : tensor<2x2xi32>
}
