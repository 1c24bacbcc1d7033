func.func @f(%arg0: tensor<2x2xi32>, %arg1: i32) -> tensor<2x2xi32> {
  %extracted_slice = tensor.extract_slice %arg0[0, 1] [2, 1] [1, 1] : tensor<2x2xi32> to tensor<2x1xi32>
  %padded = tensor.pad %extracted_slice low[0, 0] high[0, 1] {
  ^bb0(%arg2: index, %arg3: index):
    tensor.yield %arg1 : i32
  } : tensor<2x1xi32> to tensor<2x2xi32>
  return %padded : tensor<2x2xi32>
}
