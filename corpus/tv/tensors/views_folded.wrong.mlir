#map = affine_map<()[s0, s1] -> (s0 + s1)>
func.func @f(%arg0: memref<7xi32>, %arg1: index, %arg2: index) -> i32 {
  %0 = affine.apply #map()[%arg1, %arg2]
  %1 = memref.load %arg0[%0] : memref<7xi32>
  return %1 : i32
}
