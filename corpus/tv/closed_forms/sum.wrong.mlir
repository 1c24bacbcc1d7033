// a bound below zero is taken for a number of iterations
func.func @f(%n: index, %s: i32) -> i32 {
  %a = arith.constant 5 : i32
  %k = arith.index_cast %n : index to i32
  %p = arith.muli %k, %a : i32
  %r = arith.addi %s, %p : i32
  return %r : i32
}
