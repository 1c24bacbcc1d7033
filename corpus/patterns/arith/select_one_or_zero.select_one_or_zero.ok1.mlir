func.func @f(%c: i1) -> i32 {
  %a = arith.constant 1 : i32
  %z = arith.constant 0 : i32
  %0 = arith.select %c, %a, %z : i32
  return %0 : i32
}
