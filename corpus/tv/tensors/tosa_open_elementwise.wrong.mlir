#map = affine_map<(d0) -> (0)>
#map1 = affine_map<(d0) -> (d0)>
func.func @f(%arg0: tensor<?xi32>, %arg1: tensor<?xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %dim = tensor.dim %arg0, %c0 : tensor<?xi32>
  %dim_0 = tensor.dim %arg1, %c0 : tensor<?xi32>
  %0 = arith.maxui %dim, %dim_0 : index
  %c1 = arith.constant 1 : index
  %dim_1 = tensor.dim %arg0, %c0 : tensor<?xi32>
  %1 = arith.cmpi eq, %dim_1, %c1 : index
  %2 = scf.if %1 -> (tensor<?xi32>) {
    %14 = tensor.empty(%0) : tensor<?xi32>
    %15 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%arg0 : tensor<?xi32>) outs(%14 : tensor<?xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<?xi32>
    scf.yield %15 : tensor<?xi32>
  } else {
    scf.yield %arg0 : tensor<?xi32>
  }
  %dim_2 = tensor.dim %arg1, %c0 : tensor<?xi32>
  %3 = arith.cmpi eq, %dim_2, %c1 : index
  %4 = scf.if %3 -> (tensor<?xi32>) {
    %14 = tensor.empty(%0) : tensor<?xi32>
    %15 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%arg1 : tensor<?xi32>) outs(%14 : tensor<?xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<?xi32>
    scf.yield %15 : tensor<?xi32>
  } else {
    scf.yield %arg1 : tensor<?xi32>
  }
  %5 = tensor.empty(%0) : tensor<?xi32>
  %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%2, %4 : tensor<?xi32>, tensor<?xi32>) outs(%5 : tensor<?xi32>) {
  ^bb0(%in: i32, %in_9: i32, %out: i32):
    %14 = arith.maxui %in, %in_9 : i32
    linalg.yield %14 : i32
  } -> tensor<?xi32>
  %c0_3 = arith.constant 0 : index
  %dim_4 = tensor.dim %6, %c0_3 : tensor<?xi32>
  %dim_5 = tensor.dim %arg0, %c0_3 : tensor<?xi32>
  %7 = arith.maxui %dim_4, %dim_5 : index
  %c1_6 = arith.constant 1 : index
  %dim_7 = tensor.dim %6, %c0_3 : tensor<?xi32>
  %8 = arith.cmpi eq, %dim_7, %c1_6 : index
  %9 = scf.if %8 -> (tensor<?xi32>) {
    %14 = tensor.empty(%7) : tensor<?xi32>
    %15 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%6 : tensor<?xi32>) outs(%14 : tensor<?xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<?xi32>
    scf.yield %15 : tensor<?xi32>
  } else {
    scf.yield %6 : tensor<?xi32>
  }
  %dim_8 = tensor.dim %arg0, %c0_3 : tensor<?xi32>
  %10 = arith.cmpi eq, %dim_8, %c1_6 : index
  %11 = scf.if %10 -> (tensor<?xi32>) {
    %14 = tensor.empty(%7) : tensor<?xi32>
    %15 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%arg0 : tensor<?xi32>) outs(%14 : tensor<?xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<?xi32>
    scf.yield %15 : tensor<?xi32>
  } else {
    scf.yield %arg0 : tensor<?xi32>
  }
  %12 = tensor.empty(%7) : tensor<?xi32>
  %13 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%9, %11 : tensor<?xi32>, tensor<?xi32>) outs(%12 : tensor<?xi32>) {
  ^bb0(%in: i32, %in_9: i32, %out: i32):
    %14 = arith.xori %in, %in_9 : i32
    linalg.yield %14 : i32
  } -> tensor<?xi32>
  return %13 : tensor<?xi32>
}
