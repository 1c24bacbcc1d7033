#map = affine_map<(d0, d1) -> (d1, d0)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1) -> (d0)>
func.func @f(%arg0: tensor<?x?xindex>) -> tensor<?x?xindex> {
  %0 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%arg0 : tensor<?x?xindex>) {
  ^bb0(%out: index):
    %1 = linalg.index 0 : index
    %2 = linalg.index 1 : index
    %3 = affine.apply #map2(%1, %2)
    %4 = linalg.index 0 : index
    %5 = linalg.index 1 : index
    %6 = affine.apply #map1(%4, %5)
    %7 = arith.subi %3, %6 : index
    %8 = arith.muli %out, %7 : index
    linalg.yield %8 : index
  } -> tensor<?x?xindex>
  return %0 : tensor<?x?xindex>
}
