module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %root = pdl.operation "lab.a" {"assay.once" = %u}
    pdl.rewrite %root {
      %n = pdl.operation "lab.low"
      pdl.erase %root
    }
  }
  pdl.pattern @high : benefit(7) {
    %root = pdl.operation "lab.a"
    pdl.rewrite %root {
      %n = pdl.operation "lab.high"
      pdl.erase %root
    }
  }
}
module @ir {
  "lab.a"() {assay.once} : () -> ()
}
