// the lowest bit is not counted
func.func @f(%m: i16) -> i16 {
  %one = arith.constant 1 : i16
  %n = arith.shrui %m, %one : i16
  %r = math.ctpop %n : i16
  return %r : i16
}
