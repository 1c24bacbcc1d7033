func.func @f(%a: i8, %w: i16, %c: i1, %f: f32) {
  %r = "lane.mux"(%c, %a, %w) : (i1, i8, i16) -> i8
  return
}
