func.func @f(%arg0: tensor<2x2x2xi16>) -> tensor<2x2x2xi16> {
  %0 = tensor.empty() : tensor<2x2x2xi16>
  %transposed = linalg.transpose ins(%arg0 : tensor<2x2x2xi16>) outs(%0 : tensor<2x2x2xi16>) permutation = [2, 0, 1]
  return %transposed : tensor<2x2x2xi16>
}
