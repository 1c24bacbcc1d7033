// input: dense<[[1, 2]]> : tensor<1x2xi32>; dense<[[3, 4, 5]]> : tensor<1x3xi32>
func.func @f(%a: tensor<1x2xi32>, %b: tensor<1x3xi32>) -> tensor<1x2xi32> {
  %c = tosa.concat %a, %b {axis = 1 : i32} : (tensor<1x2xi32>, tensor<1x3xi32>) -> tensor<1x5xi32>
  %s = tosa.const_shape {values = dense<[0, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %z = tosa.const_shape {values = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %r = tosa.slice %c, %s, %z : (tensor<1x5xi32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x2xi32>
  return %r : tensor<1x2xi32>
}
