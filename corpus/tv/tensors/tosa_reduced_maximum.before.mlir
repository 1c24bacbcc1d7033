// input: dense<[[-2147483648, -2147483648, -2147483648], [4, -5, 6]]> : tensor<2x3xi32>
func.func @f(%a: tensor<2x3xi32>) -> tensor<2x1xi32> {
  %r = tosa.reduce_max %a {axis = 1 : i32} : (tensor<2x3xi32>) -> tensor<2x1xi32>
  return %r : tensor<2x1xi32>
}
