func.func @f(%t: tensor<5x3xi32>) -> tensor<2x3x2x2xi32> {
  %v = arith.constant 77 : i32
  %e = tensor.empty() : tensor<2x3x2x2xi32>
  %p = tensor.pad %t low[0, 0] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : i32
  } : tensor<5x3xi32> to tensor<6x4xi32>
  %s = tensor.expand_shape %p [[0, 1], [2, 3]] output_shape [3, 2, 2, 2] : tensor<6x4xi32> into tensor<3x2x2x2xi32>
  %r = linalg.transpose ins(%s : tensor<3x2x2x2xi32>) outs(%e : tensor<2x3x2x2xi32>) permutation = [2, 0, 1, 3]
  return %r : tensor<2x3x2x2xi32>
}
