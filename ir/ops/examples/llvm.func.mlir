llvm.func @example(i32) -> i32
llvm.func @f(%arg0: i32) -> i32 {
  %0 = llvm.call @example(%arg0) : (i32) -> i32
  llvm.return %0 : i32
}
