// A module inside a function sees nothing and needs nothing.
func.func @f() {
  %a = "lab.def"() : () -> i32
  builtin.module {
    %b = "lab.def"() : () -> i32
    "lab.use"(%b) : (i32) -> ()
  }
  "lab.use"(%a) : (i32) -> ()
  return
}
// -----
// The operands of an isolated operation itself come from outside: none of the known ones has any.
func.func @f(%x: i32) {
  "lab.scope"(%x) ({
    "lab.use"(%x) : (i32) -> ()
  }) : (i32) -> ()
  return
}
