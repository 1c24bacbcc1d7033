func.func private @g(i32)
func.func @f(%c: i1) {
  "func.call"(%c) <{callee = @g}> : (i1) -> ()
  return
}
// -----
func.func private @g(i32) -> i32
func.func @f(%c: i32) {
  "func.call"(%c) <{callee = @g}> : (i32) -> ()
  return
}
