module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %x = pdl.operand
    %outer = pdl.operation "lab.outer"(%x : !pdl.value)
    %root = pdl.operation "lab.a"(%x : !pdl.value) {"assay.once" = %u}
    pdl.rewrite %root {
      pdl.erase %outer
      %n = pdl.operation "lab.n"
    }
  }
}
module @ir {
  func.func @f(%a: i32) {
    "lab.outer"(%a) ({
      "lab.a"(%a) {assay.once} : (i32) -> ()
    }) : (i32) -> ()
    return
  }
}
