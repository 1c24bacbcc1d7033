func.func @f(%x: tensor<4xi32>) -> tensor<4xi32> {
  %r = "acme.f"(%x) : (tensor<4xi32>) -> tensor<4xi32>
  %c = arith.constant dense<1> : tensor<4xi32>
  %s = arith.addi %r, %c : tensor<4xi32>
  %t = arith.addi %s, %c : tensor<4xi32>
  return %t : tensor<4xi32>
}
