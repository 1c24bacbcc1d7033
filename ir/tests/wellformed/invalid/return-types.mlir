func.func @f(%x: i32) -> i32 {
  "func.return"() : () -> ()
}
// -----
func.func @f(%x: i32) {
  "func.return"(%x) : (i32) -> ()
}
// -----
func.func @f(%x: i32) -> i64 {
  "func.return"(%x) : (i32) -> ()
}
// -----
func.func @f(%c: i1, %x: i32) {
  %0 = "scf.if"(%c) ({
    "scf.yield"(%x) : (i32) -> ()
  }, {
    "scf.yield"(%x) : (i32) -> ()
  }) : (i1) -> i64
  return
}
// -----
func.func @f(%n: index, %x: i32) {
  %0 = "scf.for"(%n, %n, %n, %x) ({
  ^bb0(%i: index, %y: i32):
    "scf.yield"() : () -> ()
  }) : (index, index, index, i32) -> i32
  return
}
