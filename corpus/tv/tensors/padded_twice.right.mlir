func.func @f(%arg0: tensor<?xi32>) -> tensor<?xi32> {
  %c0_i32 = arith.constant 0 : i32
  %padded = tensor.pad %arg0 low[1] high[2] {
  ^bb0(%arg1: index):
    tensor.yield %c0_i32 : i32
  } : tensor<?xi32> to tensor<?xi32>
  return %padded : tensor<?xi32>
}
