module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %ts = pdl.types : [i32, i64]
    %root = pdl.operation "lab.a" {"assay.once" = %u} -> (%ts : !pdl.range<type>)
    pdl.rewrite %root {
      %us = pdl.types : [i8]
      %t = pdl.type : f32
      %n = pdl.operation "lab.n" -> (%us, %t, %ts : !pdl.range<type>, !pdl.type, !pdl.range<type>)
    }
  }
}
module @ir {
  func.func @f(%a: i32) {
    %p:2 = "lab.b"() {assay.once} : () -> (i32, i64)
    %q:2 = "lab.a"() {assay.once} : () -> (i64, i32)
    %r:1 = "lab.a"() {assay.once} : () -> (i32)
    %s:3 = "lab.a"() {assay.once} : () -> (i32, i64, i32)
    return
  }
}
