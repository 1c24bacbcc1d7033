module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %t = pdl.type
    %root = pdl.operation "lab.a" {"assay.once" = %u} -> (%t : !pdl.type)
    pdl.rewrite %root {
      pdl.erase %root
    }
  }
}
module @ir {
  func.func @f(%a: i32) {
    %p = "lab.a"() {assay.once} : () -> i32
    "lab.use"(%p) : (i32) -> ()
    return
  }
}
