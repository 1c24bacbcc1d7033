// input: dense<[[1, 2]]> : tensor<1x2xi32>; dense<[[3, 4, 5]]> : tensor<1x3xi32>
func.func @f(%a: tensor<1x?xi32>, %b: tensor<1x?xi32>) -> tensor<1x?xi32> {
  %r = tensor.concat dim(1) %a, %b : (tensor<1x?xi32>, tensor<1x?xi32>) -> tensor<1x?xi32>
  return %r : tensor<1x?xi32>
}
