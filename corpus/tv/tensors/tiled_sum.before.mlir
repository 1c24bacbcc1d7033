// input: dense<[1, 2, 3]> : tensor<3xi32>; dense<[4, 5, 6]> : tensor<3xi32>
func.func @f(%a: tensor<?xi32>, %b: tensor<?xi32>) -> tensor<?xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a : tensor<?xi32>) outs(%b : tensor<?xi32>) {
  ^bb0(%x: i32, %o: i32):
    %z = arith.addi %x, %o : i32
    linalg.yield %z : i32
  } -> tensor<?xi32>
  return %r : tensor<?xi32>
}
