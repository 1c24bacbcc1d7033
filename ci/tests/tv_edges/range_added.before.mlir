// 10 becomes poison.
llvm.func @f(%x: i8) -> i8 {
  llvm.return %x : i8
}
