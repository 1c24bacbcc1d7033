func.func private @f()
func.func private @f()
// -----
"lab.a"() {sym_name = "x"} : () -> ()
"lab.b"() {sym_name = "x"} : () -> ()
// -----
module {
  module @m {
  }
  func.func private @m()
}
