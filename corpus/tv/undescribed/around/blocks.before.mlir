func.func @f(%c: i1, %x: i32, %y: i32) -> i32 {
  %r = "acme.f"(%x) : (i32) -> i32
  cf.cond_br %c, ^a, ^b
  ^a:
  %s = arith.addi %x, %y : i32
  cf.br ^end(%s : i32)
  ^b:
  cf.br ^end(%r : i32)
  ^end(%v: i32):
  return %v : i32
}
