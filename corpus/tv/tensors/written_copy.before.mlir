// input: dense<[1, 2, 3]> : tensor<3xi32>; 1 : index; 9 : i32
func.func @f(%t: tensor<?xi32>, %i: index, %v: i32) -> i32 {
  %w = tensor.insert %v into %t[%i] : tensor<?xi32>
  %x = tensor.extract %t[%i] : tensor<?xi32>
  %y = tensor.extract %w[%i] : tensor<?xi32>
  %z = arith.subi %x, %y : i32
  return %z : i32
}
