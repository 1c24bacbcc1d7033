func.func private @p(%x: i32) -> i32 {
  return %x : i32
}
func.func private @k(%x: i32) -> i32 {
  return %x : i32
}
func.func @f(%x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %k1 = arith.constant 1 : i32
  %k2 = arith.constant 2 : i32
  %r = func.call @p(%x) : (i32) -> i32
  return %r : i32
}
