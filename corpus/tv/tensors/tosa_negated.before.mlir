// input: dense<[-128, 5]> : tensor<2xi8>
func.func @f(%a: tensor<2xi8>) -> tensor<2xi8> {
  %p = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %q = "tosa.const"() <{values = dense<-4> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = tosa.negate %a, %p, %q : (tensor<2xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2xi8>
  return %r : tensor<2xi8>
}
