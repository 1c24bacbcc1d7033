func.func @f(%c: i1) {
  "scf.if"(%c) ({
    "lab.end"() : () -> ()
  }, {}) : (i1) -> ()
  return
}
// -----
func.func @f(%x: i32) {
  %0 = "scf.while"(%x) ({
  ^bb0(%y: i32):
    "lab.end"(%y) : (i32) -> ()
  }, {
  ^bb0(%z: i32):
    "scf.yield"(%z) : (i32) -> ()
  }) : (i32) -> i32
  return
}
