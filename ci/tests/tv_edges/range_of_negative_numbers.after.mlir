llvm.func @f(%x: i8 {llvm.range = #llvm.constant_range<i8, -1, 5>}) -> i8 {
  llvm.return %x : i8
}
