// input: dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xindex>
func.func @f(%a: tensor<?x?xindex>) -> tensor<?x?xindex> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%a : tensor<?x?xindex>) {
  ^bb0(%o: index):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %s = arith.subi %i, %j : index
    %z = arith.muli %o, %s : index
    linalg.yield %z : index
  } -> tensor<?x?xindex>
  return %r : tensor<?x?xindex>
}
