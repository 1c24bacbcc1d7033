func.func @f() {
  "func.call"() <{callee = @g}> : () -> ()
  return
}
// -----
// Nothing is looked up beyond an operation that might be a symbol table.
func.func private @g()
func.func @f() {
  "lab.scope"() ({
    "func.call"() <{callee = @g}> : () -> ()
  }) : () -> ()
  return
}
// -----
"lab.thing"() {sym_name = "g"} : () -> ()
func.func @f() {
  "func.call"() <{callee = @g}> : () -> ()
  return
}
