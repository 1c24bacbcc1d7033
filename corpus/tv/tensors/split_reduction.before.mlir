// input: dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>; dense<7> : tensor<i32>
func.func @f(%a: tensor<6xi32>, %o: tensor<i32>) -> tensor<i32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%a : tensor<6xi32>) outs(%o : tensor<i32>) {
  ^bb0(%x: i32, %s: i32):
    %z = arith.addi %s, %x : i32
    linalg.yield %z : i32
  } -> tensor<i32>
  return %r : tensor<i32>
}
