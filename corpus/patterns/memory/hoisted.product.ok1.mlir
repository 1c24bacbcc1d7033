func.func @f(%c: i1, %x: i8, %y: i8) -> i8 {
  %s = arith.addi %x, %y {assay.once} : i8
  %r = scf.if %c -> i8 {
    %q = arith.muli %s, %y : i8
    scf.yield %q : i8
  } else {
    scf.yield %s : i8
  }
  return %r : i8
}
