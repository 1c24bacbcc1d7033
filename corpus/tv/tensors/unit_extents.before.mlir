// input: dense<[[[1, 2, 3]]]> : tensor<1x1x3xi32>; dense<[[4, 5, 6]]> : tensor<1x3xi32>
func.func @f(%a: tensor<1x1x?xi32>, %b: tensor<1x?xi32>) -> tensor<1x?xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, k)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%a : tensor<1x1x?xi32>) outs(%b : tensor<1x?xi32>) {
  ^bb0(%x: i32, %o: i32):
    %z = arith.subi %o, %x : i32
    linalg.yield %z : i32
  } -> tensor<1x?xi32>
  return %r : tensor<1x?xi32>
}
