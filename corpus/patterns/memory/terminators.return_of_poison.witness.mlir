func.func @f(%x: i8, %y: i8) -> i8 {
  %s = "arith.addi"(%x, %y) <{overflowFlags = #arith.overflow<none>}> : (i8, i8) -> i8
  return %s : i8
}
