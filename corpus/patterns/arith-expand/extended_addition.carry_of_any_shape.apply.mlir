func.func @f(%a0: tensor<4xi8>, %a1: tensor<4xi8>) -> (tensor<4xi8>, tensor<?xi1>) {
  %r:2 = "arith.addui_extended"(%a0, %a1) : (tensor<4xi8>, tensor<4xi8>) -> (tensor<4xi8>, tensor<?xi1>)
  return %r#0, %r#1 : tensor<4xi8>, tensor<?xi1>
}
