func.func @f(%c: i1, %x: i32) -> i32 {
  %0 = "scf.if"(%c) ({
    "scf.yield"(%x) : (i32) -> ()
  }, {
    "scf.yield"(%x) : (i32) -> ()
  }) : (i1) -> i32
  "func.return"(%0) : (i32) -> ()
}
// -----
func.func @f(%c: i1) {
  "scf.if"(%c) ({
    "lab.a"() : () -> ()
    "scf.yield"() : () -> ()
  }, {}) : (i1) -> ()
  return
}
// -----
func.func @f(%n: index, %x: i32) -> i32 {
  %0 = "scf.for"(%n, %n, %n, %x) ({
  ^bb0(%i: index, %y: i32):
    "scf.yield"(%y) : (i32) -> ()
  }) : (index, index, index, i32) -> i32
  "func.return"(%0) : (i32) -> ()
}
// -----
func.func @f(%x: i32) -> i32 {
  %0 = "scf.while"(%x) ({
  ^bb0(%y: i32):
    %c = "lab.test"(%y) : (i32) -> i1
    %l = "lab.long"(%y) : (i32) -> i64
    "scf.condition"(%c, %l) : (i1, i64) -> ()
  }, {
  ^bb0(%z: i64):
    %s = "lab.short"(%z) : (i64) -> i32
    "scf.yield"(%s) : (i32) -> ()
  }) : (i32) -> i64
  "func.return"(%x) : (i32) -> ()
}
// -----
// Another return in another block.
func.func @f(%c: i1, %x: i32) -> i32 {
  "cf.cond_br"(%c)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1:
  "func.return"(%x) : (i32) -> ()
^bb2:
  "func.return"(%x) : (i32) -> ()
}
