// input: dense<[-100, 0, 5, 100]> : tensor<4xi8>
func.func @f(%a: tensor<4xi8>) -> tensor<4xi8> {
  %b = tosa.clamp %a {min_val = -20 : i8, max_val = 50 : i8} : (tensor<4xi8>) -> tensor<4xi8>
  %r = tosa.clamp %b {min_val = -5 : i8, max_val = 90 : i8} : (tensor<4xi8>) -> tensor<4xi8>
  return %r : tensor<4xi8>
}
