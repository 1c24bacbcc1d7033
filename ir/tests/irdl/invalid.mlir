func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.is"(%b) {k = "on"} : (i64) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.is"(%a) {k = "off"} : (i32) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.is"(%a) : (i32) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.is"(%a) {k} : (i32) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.is"() {k = "on"} : () -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  %0 = "d.is"(%a) {k = "on"} : (i32) -> i32
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.base"(%e, %x) {k = "x"} : (f32, !d.box<i32>) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.base"(%b, %b) {k = "x"} : (i64, i64) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.base"(%b, %x) {k = 1 : i8} : (i64, !d.box<i32>) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  %0 = "d.same"(%a, %b) : (i32, i64) -> i32
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  %0 = "d.same"(%a, %a) : (i32, i32) -> i64
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  %0 = "d.unbox"(%x) : (!d.box<i32>) -> i64
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  %0 = "d.unbox"(%a) : (i32) -> i32
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  %0 = "d.unbox"(%y) : (!d.box<!d.box<i8>>) -> !d.box<i16>
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.choice"(%c, %d) : (i8, i16) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.choice"(%a, %a) : (i32, i32) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.both"(%e) : (f32) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.both"(%a) : (i32) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.maybe"(%a, %a) : (i32, i32) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.maybe"(%b) : (i64) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  %0:2 = "d.maybe"() : () -> (i32, i32)
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.many"(%a, %b) : (i32, i64) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.mixed"(%b) {resultSegmentSizes = array<i32: 0, 0>} : (i64) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.mixed"(%b) {operandSegmentSizes = array<i32: 0, 1, 0>} : (i64) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.mixed"(%b) {operandSegmentSizes = array<i32: 1, 0, 0>, resultSegmentSizes = array<i32: 0, 0>} : (i64) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.mixed"(%a, %b) {operandSegmentSizes = array<i32: 0, 1, 0>, resultSegmentSizes = array<i32: 0, 0>} : (i32, i64) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.mixed"(%b, %a, %a) {operandSegmentSizes = array<i32: 0, 1, 2>, resultSegmentSizes = array<i32: 0, 0>} : (i64, i32, i32) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.mixed"(%b) {operandSegmentSizes = array<i64: 0, 1, 0>, resultSegmentSizes = array<i32: 0, 0>} : (i64) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.mixed"(%b) {operandSegmentSizes = array<i32: 0, 1>, resultSegmentSizes = array<i32: 0, 0>} : (i64) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.keys"() {k = 1 : i8} : () -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.keys"() {k = 1 : i8, other_key = 2 : i8} : () -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.regions"() ({}, {}) : () -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.regions"() ({}, {
  ^bb0(%z: i8):
    "lab.end"() : () -> ()
  }, {
  ^bb0(%q: i32):
    "lab.end"() : () -> ()
  }) : () -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.regions"() ({}, {
  ^bb0:
    "lab.end"() : () -> ()
  }, {
  ^bb0(%q: i64):
    "lab.end"() : () -> ()
  }) : () -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.regions"() ({}, {
  ^bb0:
    "lab.end"() : () -> ()
  }, {
  ^bb0(%q: i32):
    "lab.br"()[^bb1] : () -> ()
  ^bb1:
    "lab.end"() : () -> ()
  }) : () -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.regions"() ({}, {
  ^bb0:
    "lab.end"() : () -> ()
  }, {}) : () -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.shared_region"(%e) ({
  ^bb0(%q: f64):
    "lab.end"() : () -> ()
  }) : (f32) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.nothing"(%a) : (i32) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.nothing"() ({}) : () -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  %0 = "d.nothing"() : () -> i32
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "d.unheard_of"() : () -> ()
  return
}
// -----
func.func @f(%a: !d.narrow<i32>) {
  "d.many"(%a) : (!d.narrow<i32>) -> ()
  return
}
// -----
func.func @f(%a: !d.box<i8, i8>) {
  "d.many"(%a) : (!d.box<i8, i8>) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i64, %c: i8, %d: i16, %e: f32, %x: !d.box<i32>, %y: !d.box<!d.box<i8>>) {
  "lab.a"() {k = #d.mark<i32, i8>} : () -> ()
  return
}
