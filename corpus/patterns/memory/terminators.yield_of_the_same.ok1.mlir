func.func @f(%c: i1, %x: i8, %y: i8) -> i8 {
  %r = scf.if %c -> i8 {
    %s = arith.maxui %x, %x : i8
    scf.yield %s : i8
  } else {
    scf.yield %y : i8
  }
  return %r : i8
}
