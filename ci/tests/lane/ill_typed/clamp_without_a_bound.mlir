func.func @f(%a: i8, %w: i16, %c: i1, %f: f32) {
  %r = "lane.clamp"(%a) {lo = 0 : i64} : (i8) -> i8
  return
}
