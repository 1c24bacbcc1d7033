func.func @f(%x: i32, %y: i32) -> i32 {
  "acme.trace"(%x) : (i32) -> ()
  "acme.trace"(%y) : (i32) -> ()
  %a = arith.ori %x, %y : i32
  %b = arith.andi %x, %y : i32
  %s = arith.addi %a, %b : i32
  return %s : i32
}
