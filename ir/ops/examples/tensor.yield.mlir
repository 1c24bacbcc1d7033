func.func @f(%arg0: index, %arg1: i32) -> tensor<?xi32> {
  %0 = tensor.generate %arg0 {
  ^bb0(%arg2: index):
    tensor.yield %arg1 : i32
  } : tensor<?xi32>
  return %0 : tensor<?xi32>
}
