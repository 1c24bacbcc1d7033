module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %t = pdl.type
    %ts = pdl.types
    %root = pdl.operation "lab.a" {"assay.once" = %u} -> (%ts, %t : !pdl.range<type>, !pdl.type)
    pdl.rewrite %root {
      %n = pdl.operation "lab.n" -> (%t : !pdl.type)
    }
  }
}
module @ir {
  func.func @f(%a: i32) {
    %r:3 = "lab.a"() {n = 0, assay.once} : () -> (i8, i16, i32)
    %s:1 = "lab.a"() {n = 1, assay.once} : () -> (i8)
    %t:2 = "lab.b"() {n = 2, assay.once} : () -> (i8, i16)
    return
  }
}
