// A poison flag is undefined behaviour before.
llvm.func @f(%x: i1 {llvm.noundef}, %a: i8, %b: i8) -> i8 {
  %r = llvm.select %x, %a, %b : i1, i8
  llvm.return %r : i8
}
