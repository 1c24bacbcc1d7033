llvm.func weak_odr @w() -> i32 {
  %0 = llvm.mlir.constant(7 : i32) : i32
  llvm.return %0 : i32
}
llvm.func internal @i() -> i32 {
  %0 = llvm.mlir.constant(7 : i32) : i32
  llvm.return %0 : i32
}
llvm.func @f() -> i32 {
  %k = llvm.mlir.constant(7 : i32) : i32
  %b = llvm.call @i() : () -> i32
  %r = llvm.sub %k, %b : i32
  llvm.return %r : i32
}
