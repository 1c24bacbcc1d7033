module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %k = pdl.attribute
    %root = pdl.operation "lab.a" {"assay.once" = %u}
    pdl.rewrite %root {
      %n = pdl.operation "lab.b" {"k" = %k, "u" = %u}
      pdl.erase %root
    }
  }
}
module @ir {
  "lab.a"() {assay.once} : () -> ()
}
