func.func @f(%x: tensor<4xi32>) -> tensor<4xi32> {
  %r = "acme.f"(%x) : (tensor<4xi32>) -> tensor<4xi32>
  %c = arith.constant dense<[2, 2, 2, 3]> : tensor<4xi32>
  %t = arith.addi %r, %c : tensor<4xi32>
  return %t : tensor<4xi32>
}
