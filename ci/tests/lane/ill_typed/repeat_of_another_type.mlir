func.func @f(%a: i8, %w: i16, %c: i1, %f: f32) {
  %r = "lane.repeat"(%a) ({
  ^bb0(%x: i8):
    lane.yield %x : i8
  }) {times = 1 : i64} : (i8) -> i16
  return
}
