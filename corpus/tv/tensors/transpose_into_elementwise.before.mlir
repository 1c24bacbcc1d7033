// input: dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi32>; dense<1> : tensor<2x2x2xi32>
func.func @f(%a: tensor<2x2x2xi32>, %b: tensor<2x2x2xi32>) -> tensor<2x2x2xi32> {
  %e = tensor.empty() : tensor<2x2x2xi32>
  %t = linalg.transpose ins(%a : tensor<2x2x2xi32>) outs(%e : tensor<2x2x2xi32>) permutation = [1, 2, 0]
  %r = linalg.elementwise kind=#linalg.elementwise_kind<sub> ins(%t, %b : tensor<2x2x2xi32>, tensor<2x2x2xi32>) outs(%e : tensor<2x2x2xi32>) -> tensor<2x2x2xi32>
  return %r : tensor<2x2x2xi32>
}
