// All numbers of the range keep under the mask.
llvm.func @f(%x: i8 {llvm.range = #llvm.constant_range<i8, 0, 16>}) -> i8 {
  %c = llvm.mlir.constant(15 : i8) : i8
  %r = llvm.and %x, %c : i8
  llvm.return %r : i8
}
