llvm.func @f(%x: i8 {llvm.range = #llvm.constant_range<i8, 0, 10>}) -> i8 {
  llvm.return %x : i8
}
