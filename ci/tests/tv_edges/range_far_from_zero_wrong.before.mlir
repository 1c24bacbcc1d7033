// 1000 is not above 1004.
func.func @f(%x: i32 {llvm.noundef, llvm.range = #llvm.constant_range<i32, 1000, 1010>}) -> i1 {
  %c = arith.constant 1004 : i32
  %r = arith.cmpi ugt, %x, %c : i32
  return %r : i1
}
