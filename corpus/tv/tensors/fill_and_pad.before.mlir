// input: dense<[1, 2]> : tensor<2xi16>
func.func @f(%t: tensor<?xi16>) -> tensor<?xi16> {
  %c0 = arith.constant 0 : index
  %v = arith.constant 7 : i16
  %n = tensor.dim %t, %c0 : tensor<?xi16>
  %e = tensor.empty(%n) : tensor<?xi16>
  %f = linalg.fill ins(%v : i16) outs(%e : tensor<?xi16>) -> tensor<?xi16>
  %p = tensor.pad %f low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %v : i16
  } : tensor<?xi16> to tensor<?xi16>
  return %p : tensor<?xi16>
}
