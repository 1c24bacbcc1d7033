func.func @f(%a: i8, %w: i16, %c: i1, %f: f32) {
  %r = "lane.avg"(%a, %w) : (i8, i16) -> i8
  return
}
