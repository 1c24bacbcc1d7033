module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %x = pdl.operand
    %s = pdl.operation "lab.s"(%x : !pdl.value)
    %root = pdl.operation "lab.a"(%x : !pdl.value) {"assay.once" = %u}
    pdl.rewrite %root {
      pdl.erase %s
      pdl.erase %root
    }
  }
}
module @ir {
  func.func @f(%a: i32) {
    "lab.s"(%a) {n = 1} : (i32) -> ()
    "lab.s"(%a) {n = 2} : (i32) -> ()
    "lab.a"(%a) {assay.once} : (i32) -> ()
    "lab.s"(%a) {n = 3} : (i32) -> ()
    "lab.t"(%a) {n = 4} : (i32) -> ()
    return
  }
}
