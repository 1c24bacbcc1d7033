func.func @f(%arg0: i8, %arg1: i8, %arg2: i8) -> (i8, tensor<2x3xi8>) {
  %from_elements = tensor.from_elements %arg0, %arg1, %arg2, %arg2, %arg1, %arg0 : tensor<2x3xi8>
  return %arg2, %from_elements : i8, tensor<2x3xi8>
}
