func.func @f(%arg0: tensor<2x2x?xi16>) -> tensor<4x?xi16> {
  %c2 = arith.constant 2 : index
  %n = tensor.dim %arg0, %c2 : tensor<2x2x?xi16>
  %e = tensor.empty(%n) : tensor<2x2x?xi16>
  %t = linalg.transpose ins(%arg0 : tensor<2x2x?xi16>) outs(%e : tensor<2x2x?xi16>) permutation = [1, 0, 2]
  %collapsed = tensor.collapse_shape %t [[0, 1], [2]] : tensor<2x2x?xi16> into tensor<4x?xi16>
  return %collapsed : tensor<4x?xi16>
}
