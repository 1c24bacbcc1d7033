// input: dense<[[1, 2]]> : tensor<1x2xi32>; dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>
func.func @f(%a: tensor<?x2xi32>, %b: tensor<2x?xi32>) -> tensor<?x?xi32> {
  %z = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %a, %c0 : tensor<?x2xi32>
  %n = tensor.dim %b, %c1 : tensor<2x?xi32>
  %e = tensor.empty(%m, %n) : tensor<?x?xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<?x?xi32>) -> tensor<?x?xi32>
  %r = linalg.matmul ins(%a, %b : tensor<?x2xi32>, tensor<2x?xi32>) outs(%f : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
