func.func @f(%arg0: tensor<?xi32>, %arg1: index, %arg2: i32) -> tensor<?xi32> {
  %extracted_slice = tensor.extract_slice %arg0[%arg1] [2] [1] : tensor<?xi32> to tensor<2xi32>
  %0 = tensor.empty() : tensor<2xi32>
  %1 = linalg.fill ins(%arg2 : i32) outs(%0 : tensor<2xi32>) -> tensor<2xi32>
  %inserted_slice = tensor.insert_slice %extracted_slice into %arg0[%arg1] [2] [1] : tensor<2xi32> into tensor<?xi32>
  return %inserted_slice : tensor<?xi32>
}
