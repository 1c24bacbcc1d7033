// input: dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12], [13, 14, 15]]> : tensor<5x3xi32>
func.func @f(%t: tensor<5x3xi32>) -> tensor<2x3x2x2xi32> {
  %v = arith.constant 77 : i32
  %e = tensor.empty() : tensor<2x3x2x2xi32>
  %r = linalg.pack %t padding_value(%v : i32) outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [2, 2] into %e : tensor<5x3xi32> -> tensor<2x3x2x2xi32>
  return %r : tensor<2x3x2x2xi32>
}
