func.func @f(%a: i32) -> i32 {
  %0 = foo.add %a, %a : i32
  %1 = retrun %a : i32
  %2 = arith.addi %0, %1 : i32
  %3 = arith.addi %2, : i32
  %4 = arith.cmpi less, %a, %a : i32
  return %3 : i32
}
