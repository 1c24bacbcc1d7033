module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %t = pdl.type
    %root = pdl.operation "lab.p" {"assay.once" = %u} -> (%t, %t : !pdl.type, !pdl.type)
    %r1 = pdl.result 1 of %root
    %q = pdl.operation "lab.q"(%r1 : !pdl.value)
    pdl.rewrite %root {
      pdl.erase %q
    }
  }
}
module @ir {
  func.func @f(%a: i32) {
    %p:2 = "lab.p"() {assay.once} : () -> (i32, i32)
    "lab.q"(%p#0) : (i32) -> ()
    "lab.q"(%p#1) : (i32) -> ()
    return
  }
}
