func.func @f(%p0: tensor<1x3x2xf32>, %p1: tensor<1x3x2xf32>, %p2: tensor<1x3x2xf32>, %p3: tensor<1x3x3xf32>, %p4: tensor<1x3x3xf32>) -> tensor<1x3x2xf32> {
  %1 = "tosa.const"() {values = dense<0.5> : tensor<1x1x1xf32>} : () -> tensor<1x1x1xf32>
  %2 = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %3 = tosa.mul %1, %p0, %2 : (tensor<1x1x1xf32>, tensor<1x3x2xf32>, tensor<1xi8>) -> tensor<1x3x2xf32>
  %4 = tosa.transpose %p1 {perms = array<i32: 0, 2, 1>} : (tensor<1x3x2xf32>) -> tensor<1x2x3xf32>
  %5 = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %6 = tosa.matmul %3, %4, %5, %5 : (tensor<1x3x2xf32>, tensor<1x2x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x3xf32>
  %7 = tosa.reduce_max %6 {axis = 2 : i32} : (tensor<1x3x3xf32>) -> tensor<1x3x1xf32>
  %8 = tosa.sub %6, %7 : (tensor<1x3x3xf32>, tensor<1x3x1xf32>) -> tensor<1x3x3xf32>
  %9 = tosa.exp %8 : (tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %10 = tosa.reduce_sum %9 {axis = 2 : i32} : (tensor<1x3x3xf32>) -> tensor<1x3x1xf32>
  %11 = tosa.reciprocal %10 : (tensor<1x3x1xf32>) -> tensor<1x3x1xf32>
  %12 = tosa.mul %9, %11, %2 : (tensor<1x3x3xf32>, tensor<1x3x1xf32>, tensor<1xi8>) -> tensor<1x3x3xf32>
  %13 = tosa.mul %12, %p4, %2 : (tensor<1x3x3xf32>, tensor<1x3x3xf32>, tensor<1xi8>) -> tensor<1x3x3xf32>
  %14 = tosa.matmul %13, %p2, %5, %5 : (tensor<1x3x3xf32>, tensor<1x3x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x2xf32>
  return %14 : tensor<1x3x2xf32>
}
