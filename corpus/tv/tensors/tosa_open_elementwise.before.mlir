// input: dense<[-1, 2, 3]> : tensor<3xi32>; dense<[3, 2, 1]> : tensor<3xi32>
func.func @f(%a: tensor<?xi32>, %b: tensor<?xi32>) -> tensor<?xi32> {
  %m = tosa.maximum %a, %b : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  %r = tosa.bitwise_xor %m, %a : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  return %r : tensor<?xi32>
}
