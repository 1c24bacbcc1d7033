func.func @f(%arg0: tensor<2x2x?xi16>) -> tensor<4x?xi16> {
  %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2]] : tensor<2x2x?xi16> into tensor<4x?xi16>
  return %collapsed : tensor<4x?xi16>
}
