func.func @f(%c: i1, %x: i32) {
  "cf.cond_br"(%c, %x)[^bb1, ^bb1] : (i1, i32) -> ()
^bb1:
  return
}
// -----
func.func @f(%c: i1, %x: i32) {
  "cf.cond_br"(%c, %x)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (i1, i32) -> ()
^bb1:
  return
}
// -----
func.func @f(%c: i1, %x: i32) {
  "cf.cond_br"(%c, %x)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 1>}> : (i1, i32) -> ()
^bb1:
  return
}
