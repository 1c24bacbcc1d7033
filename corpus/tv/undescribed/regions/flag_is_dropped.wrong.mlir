func.func @f(%x: i32, %y: i32) -> (i32, i32) {
  %r = "acme.map"(%x) ({
  ^bb0(%a: i32):
    %v = arith.addi %y, %a : i32
    "acme.yield"(%v) : (i32) -> ()
  }) : (i32) -> i32
  %s = arith.subi %x, %y : i32
  return %r, %s : i32, i32
}
