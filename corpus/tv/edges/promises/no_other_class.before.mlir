func.func @f(%x: f32 {llvm.nofpclass = 4 : i64}) -> (f32) {
  %i = arith.constant 0x7F800000 : f32
  %n = arith.cmpf oeq, %x, %i : f32
  %z = arith.constant 1.0 : f32
  %r = arith.select %n, %z, %x : f32
  return %r : f32
}
