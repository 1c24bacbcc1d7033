func.func @f(%x: i32) -> i32 {
  %0 = affine.for %i = 0 to 4 iter_args(%a = %x) -> (i32) {
    %s = arith.addi %a, %x : i32
    affine.yield %s : i32
  }
  return %0 : i32
}
