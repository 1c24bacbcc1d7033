func.func @f(%m: memref<8xf32>, %x: f32) {
  linalg.fill ins(%x : f32) outs(%m : memref<8xf32>)
  return
}
