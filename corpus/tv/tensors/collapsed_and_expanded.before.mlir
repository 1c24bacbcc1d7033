// input: dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi16>
func.func @f(%t: tensor<2x2x?xi16>) -> tensor<4x?xi16> {
  %c2 = arith.constant 2 : index
  %n = tensor.dim %t, %c2 : tensor<2x2x?xi16>
  %a = tensor.collapse_shape %t [[0, 1, 2]] : tensor<2x2x?xi16> into tensor<?xi16>
  %b = tensor.expand_shape %a [[0, 1, 2]] output_shape [2, 2, %n] : tensor<?xi16> into tensor<2x2x?xi16>
  %c = tensor.collapse_shape %b [[0, 1], [2]] : tensor<2x2x?xi16> into tensor<4x?xi16>
  return %c : tensor<4x?xi16>
}
