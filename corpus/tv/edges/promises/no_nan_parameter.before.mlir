func.func @f(%x: f32 {llvm.nofpclass = 3 : i64}) -> (f32) {
  %n = arith.cmpf uno, %x, %x : f32
  %z = arith.constant 1.0 : f32
  %r = arith.select %n, %z, %x : f32
  return %r : f32
}
