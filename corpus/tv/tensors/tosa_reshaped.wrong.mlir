func.func @f(%arg0: tensor<?x3xi32>) -> tensor<3x?xi32> {
  %0 = tosa.const_shape  {values = dense<[3, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %collapsed = tensor.collapse_shape %arg0 [[0, 1]] : tensor<?x3xi32> into tensor<?xi32>
  %c0 = arith.constant 0 : index
  %dim = tensor.dim %collapsed, %c0 : tensor<?xi32>
  %c3 = arith.constant 3 : index
  %1 = arith.divsi %dim, %c3 : index
  %expanded = tensor.expand_shape %collapsed [[0, 1]] output_shape [3, %1] : tensor<?xi32> into tensor<3x?xi32>
  %c1 = arith.constant 0 : index
  %n = tensor.dim %arg0, %c1 : tensor<?x3xi32>
  %e = tensor.empty(%n) : tensor<3x?xi32>
  %t = linalg.transpose ins(%arg0 : tensor<?x3xi32>) outs(%e : tensor<3x?xi32>) permutation = [1, 0]
  return %t : tensor<3x?xi32>
}
