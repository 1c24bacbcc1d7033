func.func @f(%x: i32, %y: i32) -> (i32, i32) {
  %one = arith.constant 1 : i32
  %r = "acme.map"(%x) ({
  ^bb0(%a: i32):
    %v = arith.shli %a, %one : i32
    "acme.yield"(%v) : (i32) -> ()
  }) : (i32) -> i32
  %s = arith.addi %x, %y : i32
  return %r, %s : i32, i32
}
