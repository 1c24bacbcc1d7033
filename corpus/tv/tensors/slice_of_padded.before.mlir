// input: dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>; 9 : i32
func.func @f(%t: tensor<2x2xi32>, %v: i32) -> tensor<2x2xi32> {
  %a = tensor.pad %t low[1, 0] high[0, 1] {
  ^bb0(%r: index, %c: index):
    tensor.yield %v : i32
  } : tensor<2x2xi32> to tensor<3x3xi32>
  %b = tensor.extract_slice %a[1, 1] [2, 2] [1, 1] : tensor<3x3xi32> to tensor<2x2xi32>
  return %b : tensor<2x2xi32>
}
