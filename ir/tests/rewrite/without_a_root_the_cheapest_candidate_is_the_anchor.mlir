module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %t = pdl.type
    %x = pdl.operand
    %p = pdl.operation "lab.p"(%x : !pdl.value) -> (%t : !pdl.type)
    %pv = pdl.result 0 of %p
    %q = pdl.operation "lab.q"(%pv : !pdl.value) -> (%t : !pdl.type)
    %qv = pdl.result 0 of %q
    %deep = pdl.operation "lab.deep"(%qv : !pdl.value) {"assay.once" = %u}
    %flat = pdl.operation "lab.flat"(%x : !pdl.value)
    pdl.rewrite  {
      %n = pdl.operation "lab.n"(%x : !pdl.value)
      pdl.erase %deep
      pdl.erase %flat
    }
  }
}
module @ir {
  func.func @f(%a: i32) {
    %p = "lab.p"(%a) : (i32) -> i32
    "lab.flat"(%a) : (i32) -> ()
    %q = "lab.q"(%p) : (i32) -> i32
    "lab.deep"(%q) {assay.once} : (i32) -> ()
    return
  }
}
