#map = affine_map<(d0)[s0] -> (-d0 + s0, 2)>
#map1 = affine_map<(d0) -> (d0 - 1)>
#map2 = affine_map<(d0) -> (d0)>
func.func @f(%arg0: tensor<?xi32>, %arg1: tensor<?xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %dim = tensor.dim %arg0, %c0 : tensor<?xi32>
  %c0_0 = arith.constant 0 : index
  %dim_1 = tensor.dim %arg1, %c0_0 : tensor<?xi32>
  %c0_2 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %0 = scf.for %arg2 = %c0_2 to %dim step %c2 iter_args(%arg3 = %arg1) -> (tensor<?xi32>) {
    %1 = affine.min #map(%arg2)[%dim]
    %2 = affine.apply #map1(%1)
    %3 = affine.apply #map1(%1)
    %4 = affine.apply #map1(%1)
    %extracted_slice = tensor.extract_slice %arg0[%c0] [%1] [1] : tensor<?xi32> to tensor<?xi32>
    %extracted_slice_3 = tensor.extract_slice %arg3[%arg2] [%1] [1] : tensor<?xi32> to tensor<?xi32>
    %5 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%extracted_slice : tensor<?xi32>) outs(%extracted_slice_3 : tensor<?xi32>) {
    ^bb0(%in: i32, %out: i32):
      %8 = arith.addi %in, %out : i32
      linalg.yield %8 : i32
    } -> tensor<?xi32>
    %6 = affine.apply #map1(%1)
    %7 = affine.apply #map1(%1)
    %inserted_slice = tensor.insert_slice %5 into %arg3[%arg2] [%1] [1] : tensor<?xi32> into tensor<?xi32>
    scf.yield %inserted_slice : tensor<?xi32>
  }
  return %0 : tensor<?xi32>
}
