func.func @f(%x: i32) -> (i32, i32) {
  %t = "acme.open"(%x) : (i32) -> !acme.token
  %u, %r = "acme.read"(%t) : (!acme.token) -> (!acme.token, i32)
  "acme.close"(%u) : (!acme.token) -> ()
  %c = arith.constant 3 : i32
  %a = arith.addi %r, %c : i32
  %b = arith.subi %a, %c : i32
  %s = arith.andi %x, %c : i32
  return %b, %s : i32, i32
}
