llvm.func @f(%x: i8 {llvm.range = #llvm.constant_range<i8, 3, 7>, llvm.noundef}) -> i8 {
  llvm.return %x : i8
}
