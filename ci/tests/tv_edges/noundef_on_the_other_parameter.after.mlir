llvm.func @f(%x: i1, %a: i8 {llvm.noundef}, %b: i8) -> i8 {
  llvm.cond_br %x, ^one, ^two
^one:
  llvm.return %a : i8
^two:
  llvm.return %b : i8
}
