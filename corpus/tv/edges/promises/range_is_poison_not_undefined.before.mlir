func.func @f(%x: i8 {llvm.range = #llvm.constant_range<i8, 0, 10>}) -> i8 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %k1 = arith.constant 1 : i32
  %k2 = arith.constant 2 : i32
  %t = arith.constant 15 : i8
  %r = arith.andi %x, %t : i8
  return %r : i8
}
