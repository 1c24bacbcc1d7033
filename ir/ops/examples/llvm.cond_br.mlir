llvm.func @f(%arg0: i1, %arg1: i32) -> i32 {
  llvm.cond_br %arg0, ^bb1(%arg1 : i32), ^bb1(%arg1 : i32)
^bb1(%0: i32):
  llvm.return %0 : i32
}
