// Neither is poison; a NaN is no poison.
func.func @f(%x: f32 {llvm.noundef}, %p: i1 {llvm.noundef}) -> f32 {
  %r = arith.select %p, %x, %x : f32
  return %r : f32
}
