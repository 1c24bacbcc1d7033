func.func @f(%x: f32) -> (f32 {llvm.nofpclass = 516 : i64}) {
  return %x : f32
}
