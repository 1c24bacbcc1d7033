// input: dense<[[[[1, 2], [3, 4]], [[5, 6], [7, 8]], [[9, 10], [11, 12]]], [[[13, 14], [15, 16]], [[17, 18], [19, 20]], [[21, 22], [23, 24]]]]> : tensor<2x3x2x2xi32>
func.func @f(%t: tensor<2x3x2x2xi32>) -> tensor<5x3xi32> {
  %e = tensor.empty() : tensor<5x3xi32>
  %r = linalg.unpack %t outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [2, 2] into %e : tensor<2x3x2x2xi32> -> tensor<5x3xi32>
  return %r : tensor<5x3xi32>
}
