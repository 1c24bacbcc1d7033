// takes away the lowest bit as long as there is one
func.func @f(%m: i16) -> i16 {
  %zero = arith.constant 0 : i16
  %one = arith.constant 1 : i16
  %r:2 = scf.while (%k = %zero, %n = %m) : (i16, i16) -> (i16, i16) {
    %go = arith.cmpi ne, %n, %zero : i16
    scf.condition(%go) %k, %n : i16, i16
  } do {
  ^bb0(%k: i16, %n: i16):
    %k1 = arith.addi %k, %one : i16
    %n1 = arith.subi %n, %one : i16
    %n2 = arith.andi %n, %n1 : i16
    scf.yield %k1, %n2 : i16, i16
  }
  return %r#0 : i16
}
