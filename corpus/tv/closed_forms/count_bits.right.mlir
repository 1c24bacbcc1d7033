func.func @f(%m: i16) -> i16 {
  %r = math.ctpop %m : i16
  return %r : i16
}
