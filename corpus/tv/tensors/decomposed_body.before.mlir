// input: dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
func.func @f(%a: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xi32>
  %n = tensor.dim %a, %c1 : tensor<?x?xi32>
  %e = tensor.empty(%n, %m) : tensor<?x?xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<?x?xi32>) outs(%e : tensor<?x?xi32>) {
  ^bb0(%x: i32, %o: i32):
    %y = arith.muli %x, %x : i32
    %z = arith.subi %y, %x : i32
    linalg.yield %z : i32
  } -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
