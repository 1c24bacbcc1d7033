func.func @f(%x: i32) -> (i1, i32) {
  %r = "acme.f"(%x) : (i32) -> i32
  %c = arith.constant 10 : i32
  %q = arith.cmpi sge, %r, %c : i32
  return %q, %r : i1, i32
}
