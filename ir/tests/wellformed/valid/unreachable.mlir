// Unreachable code may use any value of another block.
func.func @f() {
  return
^bb1:
  "lab.use"(%a) : (i32) -> ()
  "cf.br"()[^bb2] : () -> ()
^bb2:
  %a = "lab.def"() : () -> i32
  "cf.br"()[^bb1] : () -> ()
}
// -----
// Unreachable code may use a value before its definition.
func.func @f() {
  return
^bb1:
  "lab.use"(%a) : (i32) -> ()
  %a = "lab.def"() : () -> i32
  "cf.br"()[^bb1] : () -> ()
}
// -----
// A value of a reachable block is used in an unreachable one.
func.func @f(%c: i1) {
  "cf.cond_br"(%c)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1:
  %a = "lab.def"() : () -> i32
  return
^bb2:
  return
^bb3:
  "lab.use"(%a) : (i32) -> ()
  return
}
// -----
// Code nested in unreachable code sees values of other blocks.
func.func @f() {
  return
^bb1:
  "lab.scope"() ({
    "lab.use"(%a) : (i32) -> ()
  }) : () -> ()
  "cf.br"()[^bb2] : () -> ()
^bb2:
  %a = "lab.def"() : () -> i32
  "cf.br"()[^bb1] : () -> ()
}
