// counts down to zero
func.func @f(%m: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r:2 = scf.while (%k = %zero, %n = %m) : (i32, i32) -> (i32, i32) {
    %go = arith.cmpi sgt, %n, %zero : i32
    scf.condition(%go) %k, %n : i32, i32
  } do {
  ^bb0(%k: i32, %n: i32):
    %k1 = arith.addi %k, %one : i32
    %n1 = arith.subi %n, %one : i32
    scf.yield %k1, %n1 : i32, i32
  }
  return %r#0 : i32
}
