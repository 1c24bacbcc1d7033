func.func @f(%x: i8) -> (i32, i32) {
  %w = arith.extsi %x : i8 to i32
  %r = "acme.f"(%w) : (i32) -> i32
  %c = arith.constant 24 : i32
  %s = arith.shli %r, %c : i32
  %t = arith.shrsi %s, %c : i32
  %a = arith.addi %w, %w : i32
  return %t, %a : i32, i32
}
