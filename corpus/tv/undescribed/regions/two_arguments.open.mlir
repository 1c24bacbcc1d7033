func.func @f(%x: i32, %y: i32) -> (i32, i32) {
  %r = "acme.reduce"(%x, %y) ({
  ^bb0(%a: i32, %b: i32):
    %v = arith.ori %a, %b : i32
    "acme.yield"(%v) : (i32) -> ()
  }) {axis = 0 : i64} : (i32, i32) -> i32
  %s = arith.addi %x, %y : i32
  return %r, %s : i32, i32
}
