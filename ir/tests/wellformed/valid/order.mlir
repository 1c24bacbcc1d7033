// A graph region has no order.
"lab.use"(%a) : (i32) -> ()
%a = "lab.def"() : () -> i32
// -----
// In a graph region an operation may feed itself.
%a = "lab.self"(%a) : (i32) -> i32
// -----
// In a graph region an operation may hold a use of its own result.
%a = "lab.def"() ({
  "lab.use"(%a) : (i32) -> ()
}) : () -> i32
// -----
// The regions of an unregistered operation have no order within a block.
func.func @f() {
  "lab.scope"() ({
    "lab.use"(%a) : (i32) -> ()
    %a = "lab.def"() : () -> i32
  }) : () -> ()
  return
}
// -----
// A value is seen in nested regions after its definition.
func.func @f(%x: i32) {
  %a = "lab.def"() : () -> i32
  "lab.scope"() ({
    "lab.scope"() ({
      "lab.use"(%a, %x) : (i32, i32) -> ()
    }) : () -> ()
  }) : () -> ()
  return
}
// -----
// A use is before its definition in the text and after it in the flow.
func.func @f() {
  "cf.br"()[^bb2] : () -> ()
^bb1:
  "lab.use"(%a) : (i32) -> ()
  return
^bb2:
  %a = "lab.def"() : () -> i32
  "cf.br"()[^bb1] : () -> ()
}
// -----
// A loop: the block argument carries the value back.
func.func @f(%c: i1, %x: i32) -> i32 {
  "cf.br"(%x)[^bb1] : (i32) -> ()
^bb1(%y: i32):
  %z = "lab.next"(%y) : (i32) -> i32
  "cf.cond_br"(%c, %z, %z)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (i1, i32, i32) -> ()
^bb2(%w: i32):
  "func.return"(%z) : (i32) -> ()
}
// -----
// Blocks of an unregistered operation dominate each other like others.
"lab.scope"() ({
  %a = "lab.def"() : () -> i32
  "lab.br"()[^bb1] : () -> ()
^bb1:
  "lab.use"(%a) : (i32) -> ()
}) : () -> ()
