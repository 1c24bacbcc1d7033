func.func @f(%m: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %go = arith.cmpi ne, %m, %zero : i32
  %k = scf.if %go -> (i32) {
    scf.yield %zero : i32
  } else {
    scf.yield %zero : i32
  }
  return %k : i32
}
