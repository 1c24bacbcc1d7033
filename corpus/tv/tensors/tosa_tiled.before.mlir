// input: dense<[[1, 2]]> : tensor<1x2xi32>
func.func @f(%a: tensor<1x2xi32>) -> tensor<2x4xi32> {
  %t = tosa.const_shape {values = dense<[2, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %r = tosa.tile %a, %t : (tensor<1x2xi32>, !tosa.shape<2>) -> tensor<2x4xi32>
  return %r : tensor<2x4xi32>
}
