module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %t = pdl.type
    %k = pdl.attribute : %t
    %root = pdl.operation "lab.a" {"assay.once" = %u, "k" = %k}
    pdl.rewrite %root {
      %n = pdl.operation "lab.n" -> (%t : !pdl.type)
      pdl.erase %root
    }
  }
}
module @ir {
  "lab.a"() {assay.once, k} : () -> ()
}
