// input: dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>; dense<[7, 8]> : tensor<2xi32>; 1 : index
func.func @f(%t: tensor<?x?xi32>, %s: tensor<2xi32>, %i: index) -> (tensor<2xi32>, tensor<?x?xi32>) {
  %a = tensor.insert_slice %s into %t[%i, 0] [1, 2] [1, 1] : tensor<2xi32> into tensor<?x?xi32>
  %b = tensor.extract_slice %a[%i, 0] [1, 2] [1, 1] : tensor<?x?xi32> to tensor<2xi32>
  return %b, %a : tensor<2xi32>, tensor<?x?xi32>
}
