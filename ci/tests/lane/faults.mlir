// What the patterns of rewrites-faults and rewrites-twins match, a function for each.
func.func @claims(%x: i32, %y: i32) -> i32 {
  %0 = arith.subi %x, %y : i32
  return %0 : i32
}
// -----
func.func @makes(%x: i32, %y: i32) -> i32 {
  %0 = arith.muli %x, %y : i32
  return %0 : i32
}
// -----
func.func @marks(%x: i32, %y: i32) -> i32 {
  %0 = arith.andi %x, %y : i32
  return %0 : i32
}
// -----
func.func @swaps(%x: i32, %y: i32) -> i32 {
  %0 = arith.ori %x, %y : i32
  %1 = arith.xori %0, %y : i32
  return %1 : i32
}
// -----
func.func @circle(%x: i16) -> i16 {
  %0 = arith.addi %x, %x : i16
  return %0 : i16
}
// -----
func.func @torn(%x: i32) -> i16 {
  %0 = arith.trunci %x : i32 to i16
  return %0 : i16
}
