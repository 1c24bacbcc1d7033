func.func @f(%x: i32, %y: i32) -> (i32, i32) {
  %r = "acme.map"(%x) ({
  ^bb0(%a: i32):
    %w = "acme.f"(%a) : (i32) -> i32
    %z = arith.constant 0 : i32
    %v = arith.addi %w, %z : i32
    "acme.yield"(%v) : (i32) -> ()
  }) : (i32) -> i32
  %s = arith.addi %x, %y : i32
  return %r, %s : i32, i32
}
