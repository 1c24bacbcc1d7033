module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %x = pdl.operand
    %y = pdl.operand
    %a = pdl.operation "lab.a"(%x : !pdl.value)
    %b = pdl.operation "lab.b"(%x, %y : !pdl.value, !pdl.value) {"assay.once" = %u}
    %c = pdl.operation "lab.c"(%y : !pdl.value)
    pdl.rewrite %c {
      %n = pdl.operation "lab.n"(%x, %y : !pdl.value, !pdl.value)
      pdl.erase %a
      pdl.erase %b
      pdl.erase %c
    }
  }
}
module @ir {
  func.func @f(%a: i32, %b: i32) {
    "lab.a"(%a) {n = 0} : (i32) -> ()
    "lab.c"(%b) {n = 0} : (i32) -> ()
    "lab.b"(%a, %b) {assay.once} : (i32, i32) -> ()
    "lab.b"(%b, %a) {assay.once} : (i32, i32) -> ()
    "lab.c"(%b) {n = 1} : (i32) -> ()
    "lab.a"(%a) {n = 1} : (i32) -> ()
    return
  }
}
