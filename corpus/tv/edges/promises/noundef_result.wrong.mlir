func.func @f(%x: i8 {llvm.noundef}) -> (i8 {llvm.noundef}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %k1 = arith.constant 1 : i32
  %k2 = arith.constant 2 : i32
  %m = arith.constant 127 : i8
  %n = arith.constant 1 : i8
  %q = arith.divui %n, %x : i8
  %r = arith.addi %x, %n : i8
  return %r : i8
}
