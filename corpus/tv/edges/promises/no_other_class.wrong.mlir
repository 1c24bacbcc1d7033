func.func @f(%x: f32 {llvm.nofpclass = 4 : i64}) -> (f32) {
  return %x : f32
}
