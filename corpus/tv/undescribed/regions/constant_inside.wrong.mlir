func.func @f(%x: i32, %y: i32) -> (i32, i32) {
  %three = arith.constant 3 : i32
  %two = arith.constant 2 : i32
  %r = "acme.map"(%x) ({
  ^bb0(%a: i32):
    %w = arith.muli %a, %three : i32
    %v = arith.shli %w, %two : i32
    "acme.yield"(%v) : (i32) -> ()
  }) : (i32) -> i32
  %s = arith.subi %x, %y : i32
  return %r, %s : i32, i32
}
