func.func @f(%a: i8, %w: i16, %c: i1, %f: f32) {
  %r = lane.shift sideways %a by 1 : i8
  return
}
