// the closed form comes first, the loop after; both decide by the same number
func.func @f(%m: i8, %x: i8) -> i8 {
  %zero = arith.constant 0 : i8
  %go = arith.cmpi sgt, %m, %zero : i8
  %k = scf.if %go -> (i8) {
    scf.yield %m : i8
  } else {
    scf.yield %zero : i8
  }
  %r = arith.addi %x, %k : i8
  return %r : i8
}
