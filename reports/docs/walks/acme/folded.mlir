func.func @mean(%x: i8, %y: i8) -> i8 {
  %one = arith.constant 1 : i8
  %s = arith.addi %x, %y : i8
  %m = arith.shrui %s, %one : i8
  return %m : i8
}
