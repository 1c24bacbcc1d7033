func.func @f(%x: i32, %y: i32) -> i32 {
  %s = arith.addi %y, %x : i32
  "acme.trace"(%s) : (i32) -> ()
  return %y : i32
}
