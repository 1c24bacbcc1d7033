// -1 is in the range.
llvm.func @f(%x: i8 {llvm.range = #llvm.constant_range<i8, -1, 5>}) -> i8 {
  %c = llvm.mlir.constant(15 : i8) : i8
  %r = llvm.and %x, %c : i8
  llvm.return %r : i8
}
