llvm.func @f(%arg0: i32) -> i32 {
  llvm.br ^bb1(%arg0 : i32)
^bb1(%0: i32):
  llvm.return %0 : i32
}
