// input: dense<[[[1, 2], [3, 4]]]> : tensor<1x2x2xi8>; dense<[[[5, 6], [7, 8]]]> : tensor<1x2x2xi8>
func.func @f(%a: tensor<1x2x2xi8>, %b: tensor<1x2x2xi8>) -> tensor<1x2x2xi32> {
  %p = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %q = "tosa.const"() <{values = dense<-1> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = tosa.matmul %a, %b, %p, %q : (tensor<1x2x2xi8>, tensor<1x2x2xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2xi32>
  return %r : tensor<1x2x2xi32>
}
