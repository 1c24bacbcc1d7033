func.func @f(%arg0: tensor<?x?xi32>) -> tensor<?x1xi32> {
  %c0 = arith.constant 0 : index
  %dim = tensor.dim %arg0, %c0 : tensor<?x?xi32>
  %0 = tensor.empty(%dim) : tensor<?xi32>
  %c0_i32 = arith.constant 0 : i32
  %1 = linalg.fill ins(%c0_i32 : i32) outs(%0 : tensor<?xi32>) -> tensor<?xi32>
  %reduced = linalg.reduce ins(%arg0 : tensor<?x?xi32>) outs(%1 : tensor<?xi32>) dimensions = [1]
    (%in: i32, %init: i32) {
      %2 = arith.addi %in, %init : i32
      linalg.yield %2 : i32
    }
  %c0_0 = arith.constant 0 : index
  %dim_1 = tensor.dim %reduced, %c0_0 : tensor<?xi32>
  %c1 = arith.constant 1 : index
  %expanded = tensor.expand_shape %reduced [[0, 1]] output_shape [%dim_1, 1] : tensor<?xi32> into tensor<?x1xi32>
  return %expanded : tensor<?x1xi32>
}
