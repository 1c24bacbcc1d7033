llvm.func internal @k(%x: i8) -> i8 {
  llvm.return %x : i8
}
