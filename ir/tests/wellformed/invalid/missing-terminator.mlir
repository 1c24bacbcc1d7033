func.func @f() {
  %a = "arith.constant"() <{value = 1 : i32}> : () -> i32
}
// -----
"lab.scope"() ({
  %a = "arith.constant"() <{value = 1 : i32}> : () -> i32
^bb1:
  "lab.b"() : () -> ()
}) : () -> ()
// -----
func.func @f(%c: i1) {
  "cf.cond_br"(%c)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1:
  %a = "arith.constant"() <{value = 1 : i32}> : () -> i32
^bb2:
  return
}
// -----
func.func @f(%c: i1) {
  "scf.if"(%c) ({
    %a = "arith.constant"() <{value = 1 : i32}> : () -> i32
  }, {}) : (i1) -> ()
  return
}
