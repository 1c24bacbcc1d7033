module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %root = pdl.operation "lab.a" {"assay.once" = %u}
    pdl.rewrite %root {
      pdl.erase %root
      %n = pdl.operation "lab.n"
      %m = pdl.operation "lab.m"
    }
  }
}
module @ir {
  "lab.k"() : () -> ()
  "lab.a"() {assay.once} : () -> ()
}
