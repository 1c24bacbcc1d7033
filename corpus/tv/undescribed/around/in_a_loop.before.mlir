func.func @f(%x: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x) -> (i32) {
    %v = "acme.f"(%a) : (i32) -> i32
    scf.yield %v : i32
  }
  %two = arith.constant 2 : i32
  %s = arith.muli %x, %two : i32
  return %r, %s : i32, i32
}
