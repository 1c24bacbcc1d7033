// input: dense<[1, 5]> : tensor<2xi32>; dense<[1, 2]> : tensor<2xi32>
func.func @f(%a: tensor<2xi32>, %b: tensor<2xi32>) -> tensor<2xi32> {
  %k = "tosa.const"() <{values = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %p = tosa.greater %a, %b : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %d = tosa.sub %a, %k : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %r = tosa.select %p, %d, %b : (tensor<2xi1>, tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}
