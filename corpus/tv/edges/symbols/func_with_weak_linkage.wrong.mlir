func.func @w(%x: i32) -> i32 attributes {llvm.linkage = #llvm.linkage<weak>} {
  return %x : i32
}
func.func @f(%x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %k1 = arith.constant 1 : i32
  %k2 = arith.constant 2 : i32
  %b = arith.addi %x, %x : i32
  return %b : i32
}
