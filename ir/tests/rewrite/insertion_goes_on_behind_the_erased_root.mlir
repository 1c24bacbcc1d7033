module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %x = pdl.operand
    %root = pdl.operation "lab.a"(%x : !pdl.value) {"assay.once" = %u}
    pdl.rewrite %root {
      %m = pdl.operation "lab.m"(%x : !pdl.value)
      pdl.erase %root
      %n = pdl.operation "lab.n"(%x : !pdl.value)
    }
  }
}
module @ir {
  func.func @f(%a: i32) {
    "lab.k"(%a) {n = 0} : (i32) -> ()
    "lab.a"(%a) {assay.once} : (i32) -> ()
    "lab.k"(%a) {n = 1} : (i32) -> ()
    return
  }
}
