// counts to zero, across the end of the numbers
func.func @f(%m: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.while (%n = %m) : (i32) -> (i32) {
    %go = arith.cmpi ne, %n, %zero : i32
    scf.condition(%go) %n : i32
  } do {
  ^bb0(%n: i32):
    %n1 = arith.subi %n, %one : i32
    scf.yield %n1 : i32
  }
  return %r : i32
}
