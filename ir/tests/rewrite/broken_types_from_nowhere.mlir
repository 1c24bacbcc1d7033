module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %root = pdl.operation "lab.a" {"assay.once" = %u}
    pdl.rewrite %root {
      %t = pdl.type
      %n = pdl.operation "lab.n" -> (%t : !pdl.type)
      pdl.erase %root
    }
  }
}
module @ir {
  "lab.a"() {assay.once} : () -> ()
}
