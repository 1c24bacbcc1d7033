func.func @f(%c: i1, %x: i32) -> i32 {
  %r = scf.if %c -> (i32) {
    %v = "acme.f"(%x) : (i32) -> i32
    scf.yield %v : i32
  } else {
    %v = arith.addi %x, %x : i32
    scf.yield %v : i32
  }
  return %r : i32
}
