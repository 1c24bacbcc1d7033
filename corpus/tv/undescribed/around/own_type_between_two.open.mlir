func.func @f(%x: i32) -> (i32, i32) {
  %t = "acme.open"(%x) : (i32) -> !acme.token
  %u, %r = "acme.read"(%t) : (!acme.token) -> (!acme.token, i32)
  "acme.close"(%t) : (!acme.token) -> ()
  %c = arith.constant 4 : i32
  %s = arith.remui %x, %c : i32
  return %r, %s : i32, i32
}
