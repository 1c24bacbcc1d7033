func.func @f(%x: i32) -> (i32, i32) {
  %a = "acme.f"(%x) : (i32) -> i32
  %b = "acme.f"(%a) : (i32) -> i32
  %r = "acme.f"(%b) : (i32) -> i32
  %s = arith.muli %x, %x : i32
  return %r, %s : i32, i32
}
