module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %t = pdl.type
    %x = pdl.operand
    %p = pdl.operation "lab.p"(%x : !pdl.value) -> (%t : !pdl.type)
    %v = pdl.result 0 of %p
    %s = pdl.operation "lab.s"(%v, %v : !pdl.value, !pdl.value)
    %root = pdl.operation "lab.a"(%v : !pdl.value) {"assay.once" = %u}
    pdl.rewrite %root {
      pdl.erase %s
      pdl.erase %root
    }
  }
}
module @ir {
  func.func @f(%a: i32) {
    %p = "lab.p"(%a) : (i32) -> (i32)
    "lab.s"(%a, %p) {n = 0} : (i32, i32) -> ()
    "lab.s"(%p, %a) {n = 1} : (i32, i32) -> ()
    "lab.s"(%a, %p) {n = 2} : (i32, i32) -> ()
    "lab.a"(%p) {assay.once} : (i32) -> ()
    return
  }
}
