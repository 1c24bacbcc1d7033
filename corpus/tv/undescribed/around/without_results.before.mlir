func.func @f(%x: i32, %y: i32) -> i32 {
  %s = arith.addi %x, %y : i32
  "acme.trace"(%s) : (i32) -> ()
  %t = arith.subi %s, %y : i32
  return %t : i32
}
