func.func @f(%arg0: tensor<1x2x2xi8>, %arg1: tensor<1x2x2xi8>) -> tensor<1x2x2xi32> {
  %0 = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %1 = "tosa.const"() <{values = dense<-1> : tensor<1xi8>}> : () -> tensor<1xi8>
  %c0_i32 = arith.constant 0 : i32
  %2 = tensor.empty() : tensor<1x2x2xi32>
  %3 = linalg.fill ins(%c0_i32 : i32) outs(%2 : tensor<1x2x2xi32>) -> tensor<1x2x2xi32>
  %c3_i32 = arith.constant 3 : i32
  %c-1_i32 = arith.constant 255 : i32
  %4 = linalg.quantized_batch_matmul ins(%arg0, %arg1, %c3_i32, %c-1_i32 : tensor<1x2x2xi8>, tensor<1x2x2xi8>, i32, i32) outs(%3 : tensor<1x2x2xi32>) -> tensor<1x2x2xi32>
  return %4 : tensor<1x2x2xi32>
}
