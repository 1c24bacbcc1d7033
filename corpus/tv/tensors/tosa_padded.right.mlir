func.func @f(%arg0: tensor<1x2xi32>) -> tensor<3x3xi32> {
  %0 = tosa.const_shape  {values = dense<[0, 2, 1, 0]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %1 = "tosa.const"() <{values = dense<7> : tensor<1xi32>}> : () -> tensor<1xi32>
  %c0 = arith.constant 0 : index
  %c7_i32 = arith.constant 7 : i32
  %c0_0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %c0_1 = arith.constant 0 : index
  %padded = tensor.pad %arg0 low[%c0_0, %c1] high[%c2, %c0_1] {
  ^bb0(%arg1: index, %arg2: index):
    tensor.yield %c7_i32 : i32
  } : tensor<1x2xi32> to tensor<3x3xi32>
  return %padded : tensor<3x3xi32>
}
