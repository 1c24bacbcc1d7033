func.func @f(%c: i1 {llvm.noundef}, %d: i1, %x: i32, %y: i32, %z: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %k1 = arith.constant 1 : i32
  %k2 = arith.constant 2 : i32
  %s = arith.select %c, %x, %y : i32
  cf.cond_br %d, ^a(%s : i32), ^a(%z : i32)
^a(%r: i32):
  return %r : i32
}
