func.return
// -----
func.func @f() {
  "lab.scope"() ({
    func.return
  }) : () -> ()
  return
}
// -----
func.func @f() {
  "scf.yield"() : () -> ()
}
// -----
func.func @f(%c: i1) {
  "scf.if"(%c) ({
    "func.return"() : () -> ()
  }, {}) : (i1) -> ()
  return
}
