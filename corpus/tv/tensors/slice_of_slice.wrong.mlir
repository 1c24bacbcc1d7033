#map = affine_map<()[s0, s1] -> (s0 + s1)>
func.func @f(%arg0: tensor<9xi32>, %arg1: index, %arg2: index) -> tensor<2xi32> {
  %0 = affine.apply #map()[%arg2, %arg1]
  %extracted_slice = tensor.extract_slice %arg0[%0] [2] [2] : tensor<9xi32> to tensor<2xi32>
  return %extracted_slice : tensor<2xi32>
}
