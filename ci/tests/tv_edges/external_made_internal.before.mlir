// No other module can link to it.
llvm.func @k(%x: i8) -> i8 {
  llvm.return %x : i8
}
