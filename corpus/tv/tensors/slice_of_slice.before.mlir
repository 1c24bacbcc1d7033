// input: dense<[1, 2, 3, 4, 5, 6, 7, 8, 9]> : tensor<9xi32>; 1 : index; 2 : index
func.func @f(%t: tensor<9xi32>, %i: index, %j: index) -> tensor<2xi32> {
  %a = tensor.extract_slice %t[%i] [4] [2] : tensor<9xi32> to tensor<4xi32>
  %b = tensor.extract_slice %a[%j] [2] [1] : tensor<4xi32> to tensor<2xi32>
  return %b : tensor<2xi32>
}
