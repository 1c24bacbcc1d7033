func.func @f(%a: i8, %w: i16, %c: i1, %f: f32) {
  %r = "lane.parity"(%w) : (i16) -> i1
  return
}
