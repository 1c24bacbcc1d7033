%a = "lab.def"() : () -> i32
module {
  "lab.use"(%a) : (i32) -> ()
}
// -----
func.func @f(%x: i32) {
  builtin.module {
    "lab.scope"() ({
      "lab.use"(%x) : (i32) -> ()
    }) : () -> ()
  }
  return
}
