func.func @f(%x: i32, %y: i32) -> (i32, i32) {
  %r = "acme.map"(%x) ({
  ^bb0(%a: i32):
    %v = "acme.map"(%a) ({
    ^bb0(%b: i32):
      %u = arith.addi %b, %b : i32
      "acme.yield"(%u) : (i32) -> ()
    }) : (i32) -> i32
    "acme.yield"(%v) : (i32) -> ()
  }) : (i32) -> i32
  %s = arith.addi %x, %y : i32
  return %r, %s : i32, i32
}
