llvm.mlir.global weak constant @v(5 : i32) : i32
llvm.mlir.global weak_odr constant @u(6 : i32) : i32
llvm.func @f() -> i32 {
  %a = llvm.mlir.constant(5 : i32) : i32
  %q = llvm.mlir.addressof @u : !llvm.ptr
  %b = llvm.load %q : !llvm.ptr -> i32
  %r = llvm.add %a, %b : i32
  llvm.return %r : i32
}
