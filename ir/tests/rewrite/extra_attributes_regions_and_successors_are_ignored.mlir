module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %root = pdl.operation {"assay.once" = %u}
    pdl.rewrite %root {
      %n = pdl.operation "lab.n"
      pdl.erase %root
    }
  }
}
module @ir {
  "lab.a"() ({
    "lab.b"() : () -> ()
  }) {assay.once, other = 3} : () -> ()
}
