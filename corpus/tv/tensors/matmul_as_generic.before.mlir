// input: dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>; dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>; dense<[[1, 1], [1, 1]]> : tensor<2x2xi32>
func.func @f(%a: tensor<?x2xi32>, %b: tensor<2x2xi32>, %c: tensor<?x2xi32>) -> tensor<?x2xi32> {
  %r = linalg.matmul ins(%a, %b : tensor<?x2xi32>, tensor<2x2xi32>) outs(%c : tensor<?x2xi32>) -> tensor<?x2xi32>
  return %r : tensor<?x2xi32>
}
