// input: dense<[5, 6]> : tensor<2xi32>
func.func @f(%t: tensor<?xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : i32
  %a = tensor.pad %t low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %c0 : i32
  } : tensor<?xi32> to tensor<?xi32>
  %b = tensor.pad %a low[0] high[2] {
  ^bb0(%i: index):
    tensor.yield %c0 : i32
  } : tensor<?xi32> to tensor<?xi32>
  return %b : tensor<?xi32>
}
