#map = affine_map<(d0) -> (d0)>
func.func @f(%arg0: tensor<4xf32>) -> tensor<4xi8> {
  %0 = tensor.empty() : tensor<4xi8>
  %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<4xf32>) outs(%0 : tensor<4xi8>) {
  ^bb0(%in: f32, %out: i8):
    %2 = math.roundeven %in : f32
    %cst = arith.constant -1.280000e+02 : f32
    %cst_0 = arith.constant 1.270000e+02 : f32
    %3 = arith.minimumf %2, %cst_0 : f32
    %4 = arith.maximumf %3, %cst : f32
    %5 = arith.fptosi %4 : f32 to i8
    linalg.yield %5 : i8
  } -> tensor<4xi8>
  return %1 : tensor<4xi8>
}
