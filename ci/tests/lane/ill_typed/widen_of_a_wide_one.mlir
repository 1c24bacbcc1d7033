func.func @f(%a: i8, %w: i16, %c: i1, %f: f32) {
  %r = lane.widen %w : i16 to i16
  return
}
