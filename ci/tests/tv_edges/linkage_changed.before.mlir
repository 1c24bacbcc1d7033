// An own definition of another module is no error any more.
llvm.func @k(%x: i8) -> i8 {
  llvm.return %x : i8
}
