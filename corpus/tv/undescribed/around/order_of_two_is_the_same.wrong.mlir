func.func @f(%x: i32, %y: i32) -> i32 {
  "acme.trace"(%x) : (i32) -> ()
  %s = arith.xori %x, %y : i32
  "acme.trace"(%y) : (i32) -> ()
  return %s : i32
}
