#map = affine_map<(d0) -> (d0)>
func.func @f(%arg0: tensor<2xi8>) -> tensor<2xi8> {
  %0 = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %1 = "tosa.const"() <{values = dense<-4> : tensor<1xi8>}> : () -> tensor<1xi8>
  %2 = tensor.empty() : tensor<2xi8>
  %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<2xi8>) outs(%2 : tensor<2xi8>) {
  ^bb0(%in: i8, %out: i8):
    %c-1_i16 = arith.constant 7 : i16
    %4 = arith.extsi %in : i8 to i16
    %5 = arith.subi %c-1_i16, %4 : i16
    %c-128_i16 = arith.constant -128 : i16
    %c127_i16 = arith.constant 127 : i16
    %6 = arith.maxsi %c-128_i16, %5 : i16
    %7 = arith.minsi %c127_i16, %6 : i16
    %8 = arith.trunci %7 : i16 to i8
    linalg.yield %8 : i8
  } -> tensor<2xi8>
  return %3 : tensor<2xi8>
}
