func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.is"(%a) {k = "on"} : (i32) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.is"(%a) {k = "on", more = 1 : i8} : (i32) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.base"(%b, %x) {k = "x"} : (i64, !d.box<i32>) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.base"(%c, %y) {k = ""} : (i8, !d.box<!d.box<i8>>) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  %0 = "d.same"(%a, %a) : (i32, i32) -> i32
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  %0 = "d.same"(%x, %x) : (!d.box<i32>, !d.box<i32>) -> !d.box<i32>
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  %0 = "d.unbox"(%x) : (!d.box<i32>) -> i32
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  %0 = "d.unbox"(%y) : (!d.box<!d.box<i8>>) -> !d.box<i8>
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.choice"(%c, %c) : (i8, i8) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.choice"(%d, %d) : (i16, i16) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.both"(%c) : (i8) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.maybe"() : () -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  %0 = "d.maybe"(%a) : (i32) -> i32
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.maybe"(%a) : (i32) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.many"() : () -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.many"(%e, %e, %e) : (f32, f32, f32) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.mixed"(%b) {operandSegmentSizes = array<i32: 0, 1, 0>, resultSegmentSizes = array<i32: 0, 0>} : (i64) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  %0:3 = "d.mixed"(%a, %a, %b, %a) {operandSegmentSizes = array<i32: 2, 1, 1>, resultSegmentSizes = array<i32: 2, 1>} : (i32, i32, i64, i32) -> (i32, i32, i64)
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.keys"() {k = 1 : i8, other_key = 1 : i8} : () -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.regions"() ({}, {
  ^bb0:
    "lab.end"() : () -> ()
  }, {
  ^bb0(%q: i32):
    "lab.end"() : () -> ()
  }) : () -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.regions"() ({
    "lab.br"()[^bb1] : () -> ()
  ^bb1:
    "lab.end"() : () -> ()
  }, {
    "lab.br"()[^bb1] : () -> ()
  ^bb1(%z: i8):
    "lab.end"() : () -> ()
  }, {
  ^bb0(%q: i32):
    "lab.end"() : () -> ()
  }) : () -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.shared_region"(%e) ({
  ^bb0(%q: f32):
    "lab.end"() : () -> ()
  }) : (f32) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.nothing"() : () -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.nothing"() {k} : () -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.greedy"(%d, %d) : (i16, i16) -> ()
  return
}
// -----
func.func @f(%a: !d.bare) {
  %0 = "d.same"(%a, %a) : (!d.bare, !d.bare) -> !d.bare
  return
}
// -----
func.func @f(%a: !d.narrow<i8>) {
  "d.many"(%a) : (!d.narrow<i8>) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "lab.a"() {k = #d.mark<i32>} : () -> ()
  return
}
