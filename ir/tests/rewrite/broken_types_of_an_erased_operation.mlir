module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %ts = pdl.types
    %root = pdl.operation "lab.a" {"assay.once" = %u} -> (%ts : !pdl.range<type>)
    pdl.rewrite %root {
      pdl.erase %root
      %n = pdl.operation "lab.n" -> (%ts : !pdl.range<type>)
    }
  }
}
module @ir {
  %r:2 = "lab.a"() {assay.once} : () -> (i32, i32)
}
