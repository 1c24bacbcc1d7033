func.func @f() {
  ^bb0:
  "cf.br"()[^bb0] : () -> ()
}
// -----
"lab.scope"() ({
^bb0:
  "lab.br"()[^bb0] : () -> ()
}) : () -> ()
