func.func @f(%x: i32, %y: i32) -> (i32, i32) {
  %r = "acme.f"(%x) : (i32) -> i32
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %is = arith.cmpi eq, %y, %zero : i32
  %d = arith.select %is, %one, %y : i32
  %q = arith.divui %x, %d : i32
  return %q, %r : i32, i32
}
