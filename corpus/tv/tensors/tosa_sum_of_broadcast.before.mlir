// input: dense<[[1, 2, 3]]> : tensor<1x3xi32>; dense<[[10], [20]]> : tensor<2x1xi32>
func.func @f(%a: tensor<1x3xi32>, %b: tensor<2x1xi32>) -> tensor<2x3xi32> {
  %r = tosa.sub %a, %b : (tensor<1x3xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
  return %r : tensor<2x3xi32>
}
