// input: 1 : i8; 2 : i8; 3 : i8
func.func @f(%a: i8, %b: i8, %c: i8) -> (i8, tensor<2x3xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = tensor.from_elements %a, %b, %c, %c, %b, %a : tensor<2x3xi8>
  %e = tensor.extract %t[%c1, %c0] : tensor<2x3xi8>
  return %e, %t : i8, tensor<2x3xi8>
}
