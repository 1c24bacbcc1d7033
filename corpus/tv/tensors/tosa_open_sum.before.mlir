// input: dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
func.func @f(%a: tensor<?x?xi32>) -> tensor<?x1xi32> {
  %r = tosa.reduce_sum %a {axis = 1 : i32} : (tensor<?x?xi32>) -> tensor<?x1xi32>
  return %r : tensor<?x1xi32>
}
