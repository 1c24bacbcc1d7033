func.func @f(%x: f32 {llvm.nofpclass = 516 : i64}) -> (f32) {
  return %x : f32
}
