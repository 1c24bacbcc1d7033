#map = affine_map<(d0) -> (d0)>
func.func @f(%arg0: tensor<2xi32>, %arg1: tensor<2xi32>) -> tensor<2xi32> {
  %cst = arith.constant dense<2> : tensor<1xi8>
  %0 = tensor.empty() : tensor<2xi32>
  %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %arg1 : tensor<2xi32>, tensor<2xi32>) outs(%0 : tensor<2xi32>) {
  ^bb0(%in: i32, %in_0: i32, %out: i32):
    %c2_i8 = arith.constant 2 : i8
    %c0_i32 = arith.constant 0 : i32
    %c1_i64 = arith.constant 1 : i64
    %c31_i32 = arith.constant 31 : i32
    %2 = arith.extui %c2_i8 : i8 to i32
    %3 = arith.extsi %in : i32 to i64
    %4 = arith.extsi %in_0 : i32 to i64
    %5 = arith.muli %3, %4 : i64
    %6 = arith.extui %2 : i32 to i64
    %7 = arith.shli %c1_i64, %6 : i64
    %8 = arith.shrui %7, %c1_i64 : i64
    %9 = arith.addi %5, %8 : i64
    %10 = arith.shrsi %9, %6 : i64
    %11 = arith.trunci %10 : i64 to i32
    linalg.yield %11 : i32
  } -> tensor<2xi32>
  return %1 : tensor<2xi32>
}
