func.func @f(%x: f32 {llvm.noundef}, %p: i1 {llvm.noundef}) -> f32 {
  %r = scf.if %p -> f32 {
    scf.yield %x : f32
  } else {
    scf.yield %x : f32
  }
  return %r : f32
}
