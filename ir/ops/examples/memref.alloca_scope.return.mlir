func.func @f(%arg0: i32) -> i32 {
  %0 = memref.alloca_scope -> (i32) {
    memref.alloca_scope.return %arg0 : i32
  }
  return %0 : i32
}
