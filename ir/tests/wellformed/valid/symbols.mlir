func.func private @f()
func.func @g() {
  return
}
// -----
// Each module has its own symbols.
module @a {
  func.func private @f()
}
module @b {
  func.func private @f()
}
// -----
func.func private @g(i32) -> i64
func.func @f(%x: i32) -> i64 {
  %0 = "func.call"(%x) <{callee = @g}> : (i32) -> i64
  "func.return"(%0) : (i64) -> ()
}
// -----
// A function is called before its declaration and by itself.
func.func @f() {
  "func.call"() <{callee = @f}> : () -> ()
  "func.call"() <{callee = @g}> : () -> ()
  return
}
func.func private @g()
// -----
// A symbol below an unregistered operation.
"lab.scope"() ({
  func.func @f() {
    return
  }
}) : () -> ()
// -----
// Names in nested functions of another table do not collide.
"lab.a"() {sym_name = "x"} : () -> ()
module {
  "lab.a"() {sym_name = "x"} : () -> ()
}
// -----
func.func private @g(i32) -> i64
func.func @f() {
  %0 = "func.constant"() <{value = @g}> : () -> ((i32) -> i64)
  return
}
// -----
// A symbol with an empty name.
"func.func"() <{function_type = () -> (), sym_name = ""}> ({
  "func.return"() : () -> ()
}) : () -> ()
