func.func @f(%x: tensor<2x3xf32>, %y: f32) -> (tensor<2x3xf32>, f32) {
  %r = "acme.norm"(%x, %y) : (tensor<2x3xf32>, f32) -> tensor<2x3xf32>
  %s = arith.mulf %y, %y : f32
  %t = arith.addf %s, %y : f32
  return %r, %t : tensor<2x3xf32>, f32
}
