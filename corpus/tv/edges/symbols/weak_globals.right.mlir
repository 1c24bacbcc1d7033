llvm.mlir.global weak constant @v(5 : i32) : i32
llvm.mlir.global weak_odr constant @u(6 : i32) : i32
llvm.func @f() -> i32 {
  %p = llvm.mlir.addressof @v : !llvm.ptr
  %a = llvm.load %p : !llvm.ptr -> i32
  %b = llvm.mlir.constant(6 : i32) : i32
  %r = llvm.add %a, %b : i32
  llvm.return %r : i32
}
