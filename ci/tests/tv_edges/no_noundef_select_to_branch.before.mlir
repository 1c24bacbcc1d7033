// Without the promise the flag may be poison.
llvm.func @f(%x: i1, %a: i8, %b: i8) -> i8 {
  %r = llvm.select %x, %a, %b : i1, i8
  llvm.return %r : i8
}
