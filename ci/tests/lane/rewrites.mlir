// What the binaries of rewrites.sh change, a function for each change.
func.func @difference(%x: i32, %y: i32) -> i32 {
  %0 = arith.subi %x, %x : i32
  return %0 : i32
}
// -----
func.func @product(%x: i32, %y: i32) -> i32 {
  %c = arith.constant 2 : i32
  %0 = arith.muli %x, %c : i32
  return %0 : i32
}
// -----
func.func @quotient(%x: i32, %y: i32) -> i32 {
  %c = arith.constant 4 : i32
  %0 = arith.divui %x, %c : i32
  return %0 : i32
}
// -----
func.func @xor(%x: i32, %y: i32) -> i32 {
  %0 = arith.xori %x, %x : i32
  return %0 : i32
}
// -----
func.func @or(%x: i32, %y: i32) -> i32 {
  %c = arith.constant 0 : i32
  %0 = arith.ori %x, %c : i32
  return %0 : i32
}
// -----
func.func @least(%x: i32, %y: i32) -> i32 {
  %c = arith.constant 0 : i32
  %0 = arith.minui %x, %c : i32
  return %0 : i32
}
// -----
func.func @greatest(%x: i32, %y: i32) -> i32 {
  %0 = arith.maxui %x, %x : i32
  return %0 : i32
}
// -----
func.func @and(%x: i32, %y: i32) -> i32 {
  %0 = arith.andi %x, %x : i32
  return %0 : i32
}
// -----
func.func @signed_greatest(%x: i32, %y: i32) -> i32 {
  %0 = arith.maxsi %x, %x : i32
  return %0 : i32
}
// -----
func.func @signed_least(%x: i32, %y: i32) -> i32 {
  %0 = arith.minsi %x, %x : i32
  return %0 : i32
}
// -----
func.func @remainder(%x: i32, %y: i32) -> i32 {
  %c = arith.constant 1 : i32
  %0 = arith.remui %x, %c : i32
  return %0 : i32
}
// -----
func.func @circle(%x: i16, %y: i16) -> i16 {
  %0 = arith.addi %x, %x : i16
  return %0 : i16
}
