// Outside of the range the behaviour is undefined.
llvm.func @f(%x: i8 {llvm.range = #llvm.constant_range<i8, 3, 7>, llvm.noundef}) -> i8 {
  %c = llvm.mlir.constant(15 : i8) : i8
  %r = llvm.and %x, %c : i8
  llvm.return %r : i8
}
