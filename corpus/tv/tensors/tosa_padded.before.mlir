// input: dense<[[1, 2]]> : tensor<1x2xi32>
func.func @f(%a: tensor<1x2xi32>) -> tensor<3x3xi32> {
  %p = tosa.const_shape {values = dense<[0, 2, 1, 0]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %v = "tosa.const"() <{values = dense<7> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = tosa.pad %a, %p, %v : (tensor<1x2xi32>, !tosa.shape<4>, tensor<1xi32>) -> tensor<3x3xi32>
  return %r : tensor<3x3xi32>
}
