// One function for each mistake of lane-opt-wrong. `after.right.mlir` and `after.wrong.mlir` are what the two binaries make of it.
func.func @avg(%x: i8) -> i8 {
  %n = arith.constant 0 : i8
  %r = lane.avg %x, %n : i8
  return %r : i8
}
func.func @sat_add(%x: i8) -> i8 {
  %n = arith.constant -1 : i8
  %r = lane.sat_add %x, %n : i8
  return %r : i8
}
func.func @sat_sub(%x: i8) -> i8 {
  %n = arith.constant 0 : i8
  %r = lane.sat_sub %n, %x : i8
  return %r : i8
}
func.func @absdiff(%x: i8) -> i8 {
  %n = arith.constant -1 : i8
  %r = lane.absdiff %x, %n : i8
  return %r : i8
}
func.func @mulhi(%x: i8) -> i8 {
  %n = arith.constant 1 : i8
  %r = lane.mulhi %x, %n : i8
  return %r : i8
}
func.func @rotl(%x: i8, %a: i8, %b: i8) -> i8 {
  %q = lane.rotl %x, %a : i8
  %r = lane.rotl %q, %b : i8
  return %r : i8
}
func.func @clamp(%x: i8) -> i8 {
  %q = lane.clamp %x to 0, 10 : i8
  %r = lane.clamp %q to 20, 30 : i8
  return %r : i8
}
func.func @clamp_of_ranges_that_meet(%x: i8) -> i8 {
  %q = lane.clamp %x to 0, 10 : i8
  %r = lane.clamp %q to 5, 30 : i8
  return %r : i8
}
func.func @shift() -> i8 {
  %n = arith.constant -128 : i8
  %r = lane.shift arithmetic %n by 1 : i8
  return %r : i8
}
func.func @parity() -> i1 {
  %n = arith.constant 2 : i8
  %r = lane.parity %n : i8
  return %r : i1
}
func.func @mux(%x: i8, %y: i8) -> i8 {
  %c = arith.constant true
  %r = lane.mux %c ? %x : %y : i8
  return %r : i8
}
func.func @widen(%x: i16) -> i16 {
  %q = lane.narrow %x : i16 to i8
  %r = lane.widen %q : i8 to i16
  return %r : i16
}
func.func @narrow() -> i8 {
  %n = arith.constant 258 : i16
  %r = lane.narrow %n : i16 to i8
  return %r : i8
}
func.func @repeat(%x: i8) -> i8 {
  %r = lane.repeat %x times 3 {
  ^bb0(%b: i8):
    %n = arith.constant 0 : i8
    %y = lane.sat_sub %b, %n : i8
    lane.yield %y : i8
  } : i8
  return %r : i8
}
func.func @unused_repeat(%x: i8) -> i8 {
  %r = lane.repeat %x times 3 {
  ^bb0(%b: i8):
    lane.yield %b : i8
  } : i8
  return %x : i8
}
