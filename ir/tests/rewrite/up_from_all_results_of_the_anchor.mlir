module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %ts = pdl.types
    %root = pdl.operation "lab.p" {"assay.once" = %u} -> (%ts : !pdl.range<type>)
    %rs = pdl.results of %root
    %q = pdl.operation "lab.q"(%rs : !pdl.range<value>)
    pdl.rewrite %root {
      pdl.erase %q
    }
  }
}
module @ir {
  func.func @f(%a: i32) {
    %p:2 = "lab.p"() {assay.once} : () -> (i32, i32)
    "lab.q"(%p#0) : (i32) -> ()
    "lab.q"(%p#0, %p#1) : (i32, i32) -> ()
    return
  }
}
