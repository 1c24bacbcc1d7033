// input: dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
func.func @f(%a: tensor<?x3xi32>) -> tensor<3x?xi32> {
  %s = tosa.const_shape {values = dense<[3, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %r = tosa.reshape %a, %s : (tensor<?x3xi32>, !tosa.shape<2>) -> tensor<3x?xi32>
  return %r : tensor<3x?xi32>
}
