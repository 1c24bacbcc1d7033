// Threads share it no longer.
llvm.mlir.global external @v(7 : i32) : i32
func.func @f(%x: i8) -> i8 {
  return %x : i8
}
