func.func @f(%arg0: memref<4xi32>, %arg1: index) -> i32 {
  %0 = memref.generic_atomic_rmw %arg0[%arg1] : memref<4xi32> {
  ^bb0(%arg2: i32):
    memref.atomic_yield %arg2 : i32
  }
  return %0 : i32
}
