module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %t = pdl.type
    %p = pdl.operation "lab.p" -> (%t : !pdl.type)
    %pv = pdl.result 0 of %p
    %q = pdl.operation "lab.p" -> (%t : !pdl.type)
    %qv = pdl.result 0 of %q
    %root = pdl.operation "lab.a"(%pv, %qv : !pdl.value, !pdl.value) {"assay.once" = %u}
    pdl.rewrite %root {
      %n = pdl.operation "lab.n"(%qv, %pv : !pdl.value, !pdl.value)
      pdl.erase %root
    }
  }
}
module @ir {
  func.func @f(%a: i32) {
    %p = "lab.p"() : () -> i32
    "lab.a"(%p, %p) {assay.once} : (i32, i32) -> ()
    return
  }
}
