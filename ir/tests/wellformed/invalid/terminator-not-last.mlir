func.func @f() {
  return
  return
}
// -----
func.func @f() {
  "lab.br"()[^bb1] : () -> ()
  return
^bb1:
  return
}
// -----
func.func @f() {
  "cf.br"()[^bb1] : () -> ()
  "lab.a"() : () -> ()
  return
^bb1:
  return
}
