func.func @mth(%x: f32, %v: vector<4xf32>) {
  %a = math.clampf %x to [%x, %x] fastmath<fast> : f32
  %b = math.isnan %v : vector<4xf32>
  %b1 = math.isnan %v {fastmath = #arith.fastmath<fast>} : vector<4xf32>
  %s, %c = math.sincos %x : f32
  return
}
