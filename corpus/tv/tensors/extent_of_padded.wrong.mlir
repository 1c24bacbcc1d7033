#map = affine_map<()[s0, s1] -> (s0 + s1 + 1)>
#map1 = affine_map<()[s0, s1] -> (s0 + 3)>
func.func @f(%arg0: tensor<?x?xi8>, %arg1: index) -> (index, index) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %dim = tensor.dim %arg0, %c0 : tensor<?x?xi8>
  %0 = affine.apply #map()[%dim, %arg1]
  %dim_0 = tensor.dim %arg0, %c1 : tensor<?x?xi8>
  %1 = affine.apply #map1()[%dim_0, %arg1]
  return %0, %1 : index, index
}
