func.func @f(%arg0: tensor<1x2xi32>, %arg1: tensor<1x3xi32>) -> tensor<1x2xi32> {
  %0 = tosa.const_shape  {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %1 = tosa.const_shape  {values = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %2 = tosa.slice %arg1, %0, %1 : (tensor<1x3xi32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x2xi32>
  return %2 : tensor<1x2xi32>
}
