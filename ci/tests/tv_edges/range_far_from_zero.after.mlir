func.func @f(%x: i32 {llvm.noundef, llvm.range = #llvm.constant_range<i32, 1000, 1010>}) -> i1 {
  %r = arith.constant true
  return %r : i1
}
