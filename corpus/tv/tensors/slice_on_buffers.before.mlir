// input: dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>; dense<[[7, 8, 9], [10, 11, 12]]> : tensor<2x3xi32>; 1 : index
func.func @f(%a: tensor<2x3xi32>, %b: tensor<2x3xi32>, %i: index) -> tensor<2x3xi32> {
  %s = tensor.extract_slice %a[0, %i] [2, 2] [1, 1] : tensor<2x3xi32> to tensor<2x2xi32>
  %r = tensor.insert_slice %s into %b[0, 0] [2, 2] [1, 1] : tensor<2x2xi32> into tensor<2x3xi32>
  return %r : tensor<2x3xi32>
}
