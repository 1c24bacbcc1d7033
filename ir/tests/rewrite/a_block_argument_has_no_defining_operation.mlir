module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %t = pdl.type
    %p = pdl.operation -> (%t : !pdl.type)
    %pv = pdl.result 0 of %p
    %root = pdl.operation "lab.a"(%pv : !pdl.value) {"assay.once" = %u}
    pdl.rewrite %root {
      pdl.erase %root
    }
  }
}
module @ir {
  func.func @f(%a: i32) {
    %p = "lab.p"() : () -> i32
    "lab.a"(%a) {assay.once, n = 0} : (i32) -> ()
    "lab.a"(%p) {assay.once, n = 1} : (i32) -> ()
    return
  }
}
