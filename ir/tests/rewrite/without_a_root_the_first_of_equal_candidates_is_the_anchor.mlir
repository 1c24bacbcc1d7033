module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %x = pdl.operand
    %s = pdl.operation "lab.s"(%x : !pdl.value) {"assay.once" = %u}
    %r = pdl.operation "lab.a"(%x : !pdl.value)
    pdl.rewrite  {
      %n = pdl.operation "lab.n"(%x : !pdl.value)
      pdl.erase %s
      %m = pdl.operation "lab.m"
      pdl.erase %r
    }
  }
}
module @ir {
  func.func @f(%a: i32) {
    "lab.a"(%a) {n = 1} : (i32) -> ()
    "lab.s"(%a) {assay.once} : (i32) -> ()
    "lab.a"(%a) {n = 2} : (i32) -> ()
    return
  }
}
