func.func @f(%c: i1, %x: i8, %y: i8) -> i8 {
  %a = scf.if %c -> i8 {
    scf.yield %x : i8
  } else {
    scf.yield %y : i8
  }
  %d = scf.if %c -> i8 {
    scf.yield %y : i8
  } else {
    scf.yield %x : i8
  }
  %r = arith.subi %a, %d : i8
  return %r : i8
}
