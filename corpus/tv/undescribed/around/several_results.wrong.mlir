func.func @f(%x: i64) -> (i64, i64) {
  %a, %b = "acme.split"(%x) : (i64) -> (i64, i64)
  %c = arith.trunci %x : i64 to i8
  %u = arith.extsi %c : i8 to i64
  return %b, %u : i64, i64
}
