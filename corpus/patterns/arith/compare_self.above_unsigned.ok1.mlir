func.func @f(%x: i32) -> i1 {
  %0 = arith.cmpi ugt, %x, %x : i32
  return %0 : i1
}
