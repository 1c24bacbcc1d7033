func.func @f(%x: i32, %y: i32) -> (i32, i32) {
  %r = "acme.map"(%x) ({
  ^bb0(%a: i32):
    %z = arith.constant 0 : i32
    %n = arith.subi %z, %a : i32
    %v = arith.maxui %a, %n : i32
    "acme.yield"(%v) : (i32) -> ()
  }) : (i32) -> i32
  %s = arith.addi %x, %y : i32
  return %r, %s : i32, i32
}
