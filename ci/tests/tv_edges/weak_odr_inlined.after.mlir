llvm.func weak_odr @k(%x: i8) -> i8 {
  llvm.return %x : i8
}
llvm.func @f(%x: i8) -> i8 {
  llvm.return %x : i8
}
