// input: dense<[1, 2, 3]> : tensor<3xi32>; 0 : index; 9 : i32
func.func @f(%t: tensor<3xi32>, %i: index, %v: i32) -> (tensor<3xi32>, i32) {
  %c = bufferization.alloc_tensor() copy(%t) : tensor<3xi32>
  %w = tensor.insert %v into %c[%i] : tensor<3xi32>
  %x = tensor.extract %c[%i] : tensor<3xi32>
  return %w, %x : tensor<3xi32>, i32
}
