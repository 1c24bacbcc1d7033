func.func @f(%a: i8, %w: i16, %c: i1, %f: f32) {
  %r = "lane.shift"(%a) {direction = 7 : i32, bits = 1 : i64} : (i8) -> i8
  return
}
