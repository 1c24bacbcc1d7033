// input: dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>; 2 : index; 1 : index
func.func @f(%t: tensor<?x?xi32>, %i: index, %j: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %t, %c0 : tensor<?x?xi32>
  %n = tensor.dim %t, %c1 : tensor<?x?xi32>
  %g = tensor.generate %n, %m {
  ^bb0(%r: index, %c: index):
    %x = tensor.extract %t[%c, %r] : tensor<?x?xi32>
    %k = arith.index_cast %r : index to i32
    %y = arith.addi %x, %k : i32
    tensor.yield %y : i32
  } : tensor<?x?xi32>
  %e = tensor.extract %g[%i, %j] : tensor<?x?xi32>
  return %e : i32
}
