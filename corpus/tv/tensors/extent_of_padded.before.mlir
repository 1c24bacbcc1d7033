// input: dense<[[1, 2]]> : tensor<1x2xi8>; 2 : index
func.func @f(%t: tensor<?x?xi8>, %n: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = arith.constant 0 : i8
  %a = tensor.pad %t low[1, %n] high[%n, 3] {
  ^bb0(%r: index, %c: index):
    tensor.yield %v : i8
  } : tensor<?x?xi8> to tensor<?x?xi8>
  %m = tensor.dim %a, %c0 : tensor<?x?xi8>
  %k = tensor.dim %a, %c1 : tensor<?x?xi8>
  return %m, %k : index, index
}
