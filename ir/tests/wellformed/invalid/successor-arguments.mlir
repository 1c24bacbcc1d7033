func.func @f(%x: i32) {
  "cf.br"(%x)[^bb1] : (i32) -> ()
^bb1:
  return
}
// -----
func.func @f() {
  "cf.br"()[^bb1] : () -> ()
^bb1(%a: i32):
  return
}
// -----
func.func @f(%x: i32) {
  "cf.br"(%x)[^bb1] : (i32) -> ()
^bb1(%a: i64):
  return
}
// -----
func.func @f(%c: i1, %x: i32) {
  "cf.cond_br"(%c, %x)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
^bb1(%a: i32):
  return
^bb2(%b: i32):
  return
}
