// input: dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi16>
func.func @f(%a: tensor<2x2x2xi16>) -> tensor<2x2x2xi16> {
  %r = tosa.transpose %a {perms = array<i32: 2, 0, 1>} : (tensor<2x2x2xi16>) -> tensor<2x2x2xi16>
  return %r : tensor<2x2x2xi16>
}
