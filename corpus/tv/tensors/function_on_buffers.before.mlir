// input: dense<[1, 2, 3, 4]> : tensor<4xi32>; dense<[5, 6, 7, 8]> : tensor<4xi32>
func.func @f(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %r = linalg.sub ins(%a, %b : tensor<4xi32>, tensor<4xi32>) outs(%a : tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
