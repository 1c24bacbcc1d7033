#map = affine_map<()[s0] -> (s0 + 2)>
func.func @f(%arg0: tensor<?xi16>) -> tensor<?xi16> {
  %c0 = arith.constant 0 : index
  %c7_i16 = arith.constant 7 : i16
  %dim = tensor.dim %arg0, %c0 : tensor<?xi16>
  %0 = affine.apply #map()[%dim]
  %1 = tensor.empty(%0) : tensor<?xi16>
  %2 = linalg.fill ins(%c7_i16 : i16) outs(%1 : tensor<?xi16>) -> tensor<?xi16>
  return %2 : tensor<?xi16>
}
