func.func @f(%x: i8) -> i8 {
  %z = arith.constant 1 : i8
  %s = arith.ori %x, %z : i8
  return %s : i8
}
