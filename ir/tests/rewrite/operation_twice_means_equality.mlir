module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %t = pdl.type
    %p = pdl.operation "lab.p" -> (%t, %t : !pdl.type, !pdl.type)
    %r0 = pdl.result 0 of %p
    %r1 = pdl.result 1 of %p
    %root = pdl.operation "lab.a"(%r0, %r1 : !pdl.value, !pdl.value) {"assay.once" = %u}
    pdl.rewrite %root {
      pdl.erase %root
    }
  }
}
module @ir {
  func.func @f(%a: i32) {
    %p:2 = "lab.p"() : () -> (i32, i32)
    %q:2 = "lab.p"() : () -> (i32, i32)
    "lab.a"(%p#0, %q#1) {assay.once, n = 0} : (i32, i32) -> ()
    "lab.a"(%p#1, %p#0) {assay.once, n = 1} : (i32, i32) -> ()
    "lab.a"(%p#0, %p#1) {assay.once, n = 2} : (i32, i32) -> ()
    return
  }
}
