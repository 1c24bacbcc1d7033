// the sum may overflow, which it must not by its flag
func.func @f(%m: i8, %x: i8) -> i8 {
  %zero = arith.constant 0 : i8
  %one = arith.constant 1 : i8
  %r:2 = scf.while (%k = %x, %n = %m) : (i8, i8) -> (i8, i8) {
    %go = arith.cmpi sgt, %n, %zero : i8
    scf.condition(%go) %k, %n : i8, i8
  } do {
  ^bb0(%k: i8, %n: i8):
    %k1 = arith.addi %k, %one overflow<nsw> : i8
    %n1 = arith.subi %n, %one : i8
    scf.yield %k1, %n1 : i8, i8
  }
  return %r#0 : i8
}
