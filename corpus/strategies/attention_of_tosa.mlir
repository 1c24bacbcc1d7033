func.func @f(%p0: tensor<1x3x2xf32>, %p1: tensor<1x3x2xf32>, %p2: tensor<1x3x2xf32>, %p3: tensor<1x3x3xf32>, %p4: tensor<1x3x3xf32>) -> tensor<1x3x2xf32> {
  %1 = "tosa.const"() {values = dense<2.0> : tensor<1x1x1xf32>} : () -> tensor<1x1x1xf32>
  %2 = tosa.reciprocal %1 : (tensor<1x1x1xf32>) -> tensor<1x1x1xf32>
  %3 = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %4 = tosa.mul %p0, %2, %3 : (tensor<1x3x2xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<1x3x2xf32>
  %5 = tosa.transpose %p1 {perms = array<i32: 0, 2, 1>} : (tensor<1x3x2xf32>) -> tensor<1x2x3xf32>
  %6 = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %7 = tosa.matmul %4, %5, %6, %6 : (tensor<1x3x2xf32>, tensor<1x2x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x3xf32>
  %8 = tosa.transpose %7 {perms = array<i32: 0, 2, 1>} : (tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %9 = tosa.transpose %8 {perms = array<i32: 0, 2, 1>} : (tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %10 = tosa.add %p3, %9 : (tensor<1x3x3xf32>, tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %11 = tosa.reduce_max %10 {axis = 2 : i32} : (tensor<1x3x3xf32>) -> tensor<1x3x1xf32>
  %12 = tosa.sub %10, %11 : (tensor<1x3x3xf32>, tensor<1x3x1xf32>) -> tensor<1x3x3xf32>
  %13 = tosa.exp %12 : (tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %14 = tosa.reduce_sum %13 {axis = 2 : i32} : (tensor<1x3x3xf32>) -> tensor<1x3x1xf32>
  %15 = tosa.reciprocal %14 : (tensor<1x3x1xf32>) -> tensor<1x3x1xf32>
  %16 = tosa.mul %13, %15, %3 : (tensor<1x3x3xf32>, tensor<1x3x1xf32>, tensor<1xi8>) -> tensor<1x3x3xf32>
  %17 = tosa.matmul %16, %p2, %6, %6 : (tensor<1x3x3xf32>, tensor<1x3x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x2xf32>
  return %17 : tensor<1x3x2xf32>
}
