func.func @f(%a: i8, %w: i16, %c: i1, %f: f32) {
  %r = lane.repeat %a times -1 {
  ^bb0(%x: i8):
    lane.yield %x : i8
  } : i8
  return
}
