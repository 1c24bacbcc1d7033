func.func @f() {
  "lab.use"(%a) : (i32) -> ()
  %a = "lab.def"() : () -> i32
  return
}
// -----
// An operation is no operand of itself.
func.func @f() {
  %a = "lab.self"(%a) : (i32) -> i32
  return
}
// -----
// A result is used inside of its own operation.
func.func @f() {
  %a = "lab.def"() ({
    "lab.use"(%a) : (i32) -> ()
  }) : () -> i32
  return
}
// -----
// One of two branches defines the value.
func.func @f(%c: i1) {
  "cf.cond_br"(%c)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1:
  %a = "lab.def"() : () -> i32
  "cf.br"()[^bb2] : () -> ()
^bb2:
  "lab.use"(%a) : (i32) -> ()
  return
}
// -----
// What unreachable code defines dominates nothing that is reachable.
func.func @f() {
  "cf.br"()[^bb2] : () -> ()
^bb1:
  %a = "lab.def"() : () -> i32
  "cf.br"()[^bb2] : () -> ()
^bb2:
  "lab.use"(%a) : (i32) -> ()
  return
}
// -----
// Code nested in unreachable code keeps to the order of its block.
func.func @f() {
  return
^bb1:
  "lab.scope"() ({
    "lab.use"(%a) : (i32) -> ()
  }) : () -> ()
  %a = "lab.def"() : () -> i32
  "cf.br"()[^bb1] : () -> ()
}
// -----
// A nested use before the definition outside.
func.func @f() {
  "lab.scope"() ({
    "lab.use"(%a) : (i32) -> ()
  }) : () -> ()
  %a = "lab.def"() : () -> i32
  return
}
// -----
// In several blocks of an unregistered operation the blocks count.
"lab.scope"() ({
  "lab.use"(%a) : (i32) -> ()
  "lab.br"()[^bb1] : () -> ()
^bb1:
  %a = "lab.def"() : () -> i32
  "lab.end"() : () -> ()
}) : () -> ()
// -----
// A block argument of a sibling block.
func.func @f(%c: i1, %x: i32) {
  "cf.cond_br"(%c, %x)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> ()
^bb1(%a: i32):
  return
^bb2:
  "lab.use"(%a) : (i32) -> ()
  return
}
// -----
// With several blocks, order counts within a block of an unregistered operation as well.
"lab.scope"() ({
  "lab.br"()[^bb1] : () -> ()
^bb1:
  %a = "lab.self"(%a) : (i32) -> i32
  "lab.end"() : () -> ()
}) : () -> ()
