llvm.mlir.global external thread_local @v(7 : i32) : i32
func.func @f(%x: i8) -> i8 {
  return %x : i8
}
