// input: dense<[1, 5, 3]> : tensor<3xi32>; dense<[2, 5, 1]> : tensor<3xi32>; dense<[7, 8, 9]> : tensor<3xi32>
func.func @f(%a: tensor<?xi32>, %b: tensor<?xi32>, %c: tensor<?xi32>) -> tensor<?xi32> {
  %p = arith.cmpi slt, %a, %b : tensor<?xi32>
  %r = arith.select %p, %b, %c : tensor<?xi1>, tensor<?xi32>
  return %r : tensor<?xi32>
}
