func.func @f(%arg0: tensor<2x3xi32>) -> tensor<2x1xi32> {
  %0 = tensor.empty() : tensor<2xi32>
  %c-2147483648_i32 = arith.constant -2147483648 : i32
  %1 = linalg.fill ins(%c-2147483648_i32 : i32) outs(%0 : tensor<2xi32>) -> tensor<2xi32>
  %reduced = linalg.reduce ins(%arg0 : tensor<2x3xi32>) outs(%1 : tensor<2xi32>) dimensions = [1]
    (%in: i32, %init: i32) {
      %2 = arith.maxsi %in, %init : i32
      linalg.yield %2 : i32
    }
  %expanded = tensor.expand_shape %reduced [[0, 1]] output_shape [2, 1] : tensor<2xi32> into tensor<2x1xi32>
  return %expanded : tensor<2x1xi32>
}
