// input: dense<[1, 2, 3, 4]> : tensor<4xi32>; 1 : index; 9 : i32
func.func @f(%t: tensor<?xi32>, %i: index, %v: i32) -> tensor<?xi32> {
  %e = tensor.empty() : tensor<2xi32>
  %f = linalg.fill ins(%v : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  %r = tensor.insert_slice %f into %t[%i] [2] [1] : tensor<2xi32> into tensor<?xi32>
  return %r : tensor<?xi32>
}
