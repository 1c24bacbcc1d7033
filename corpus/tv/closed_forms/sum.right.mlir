func.func @f(%n: index, %s: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %a = arith.constant 5 : i32
  %m = arith.maxsi %n, %c0 : index
  %k = arith.index_cast %m : index to i32
  %p = arith.muli %k, %a : i32
  %r = arith.addi %s, %p : i32
  return %r : i32
}
