func.func @f(%x: i1) -> i1 {
  %c = arith.constant true
  %0 = arith.cmpi eq, %x, %c : i1
  return %0 : i1
}
