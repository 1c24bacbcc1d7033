func.func @f(%x: i32) -> (i32, i32) {
  %r = "acme.f"(%x) : (i32) -> i32
  %c = arith.constant 77777 : i32
  %d = arith.constant 7777 : i32
  %p = arith.cmpi eq, %x, %c : i32
  %s = arith.select %p, %d, %x : i32
  return %s, %r : i32, i32
}
