func.func @f(%a: i8, %w: i16, %c: i1, %f: f32) {
  %r = "lane.avg"(%a, %a) : (i8, i8) -> i16
  return
}
