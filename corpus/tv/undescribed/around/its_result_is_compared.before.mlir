func.func @f(%x: i32) -> (i1, i32) {
  %r = "acme.f"(%x) : (i32) -> i32
  %c = arith.constant 10 : i32
  %p = arith.cmpi slt, %r, %c : i32
  %t = arith.constant true
  %q = arith.xori %p, %t : i1
  return %q, %r : i1, i32
}
