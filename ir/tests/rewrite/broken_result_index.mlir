module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %root = pdl.operation "lab.a" {"assay.once" = %u}
    pdl.rewrite %root {
      %n = pdl.operation "lab.n"
      %r = pdl.result 3 of %n
      %m = pdl.operation "lab.m"(%r : !pdl.value)
      pdl.erase %root
    }
  }
}
module @ir {
  "lab.a"() {assay.once} : () -> ()
}
