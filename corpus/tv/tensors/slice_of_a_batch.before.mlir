// input: dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi32>; dense<[[9, 9], [9, 9]]> : tensor<2x2xi32>; 1 : index
func.func @f(%a: tensor<?x2x2xi32>, %b: tensor<2x2xi32>, %i: index) -> tensor<2x2xi32> {
  %s = tensor.extract_slice %a[%i, 0, 0] [1, 2, 2] [1, 1, 1] : tensor<?x2x2xi32> to tensor<1x2x2xi32>
  %e = tensor.empty() : tensor<1x2x2xi32>
  %t = linalg.transpose ins(%s : tensor<1x2x2xi32>) outs(%e : tensor<1x2x2xi32>) permutation = [0, 2, 1]
  %d = tensor.extract_slice %t[0, 0, 0] [1, 2, 2] [1, 1, 1] : tensor<1x2x2xi32> to tensor<2x2xi32>
  %o = tensor.empty() : tensor<2x2xi32>
  %r = linalg.add ins(%d, %b : tensor<2x2xi32>, tensor<2x2xi32>) outs(%o : tensor<2x2xi32>) -> tensor<2x2xi32>
  return %r : tensor<2x2xi32>
}
