// The definition is the only one.
llvm.func internal @k(%x: i8) -> i8 {
  llvm.return %x : i8
}
llvm.func @f(%x: i8) -> i8 {
  %r = llvm.call @k(%x) : (i8) -> i8
  llvm.return %r : i8
}
