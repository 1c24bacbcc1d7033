func.func @f(%c: i1, %x: i8, %y: i8) -> i8 {
  %a = scf.if %c -> i8 {
    scf.yield %x : i8
  } else {
    scf.yield %y : i8
  }
  %r = arith.subi %a, %a : i8
  return %r : i8
}
