// input: dense<[0.5, 1.5, 200.0, -1.75]> : tensor<4xf32>
func.func @f(%a: tensor<4xf32>) -> tensor<4xi8> {
  %r = tosa.cast %a : (tensor<4xf32>) -> tensor<4xi8>
  return %r : tensor<4xi8>
}
