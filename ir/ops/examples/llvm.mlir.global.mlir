llvm.mlir.global internal @example(1 : i32) {addr_space = 0 : i32} : i32
llvm.func @f() -> !llvm.ptr {
  %0 = llvm.mlir.addressof @example : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
