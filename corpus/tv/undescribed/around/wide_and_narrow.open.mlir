func.func @f(%x: i8) -> (i32, i32) {
  %w = arith.extsi %x : i8 to i32
  %r = "acme.f"(%w) : (i32) -> i32
  %n = arith.trunci %r : i32 to i8
  %t = arith.extui %n : i8 to i32
  %a = arith.addi %w, %w : i32
  return %t, %a : i32, i32
}
