func.func @f(%t: tensor<2x3x2x2xi32>) -> tensor<5x3xi32> {
  %e = tensor.empty() : tensor<3x2x2x2xi32>
  %s = linalg.transpose ins(%t : tensor<2x3x2x2xi32>) outs(%e : tensor<3x2x2x2xi32>) permutation = [1, 3, 0, 2]
  %c = tensor.collapse_shape %s [[0, 1], [2, 3]] : tensor<3x2x2x2xi32> into tensor<6x4xi32>
  %r = tensor.extract_slice %c[0, 0] [5, 3] [1, 1] : tensor<6x4xi32> to tensor<5x3xi32>
  return %r : tensor<5x3xi32>
}
