module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %x = pdl.operand
    %xs = pdl.operands
    %s = pdl.operation "lab.s"(%x, %xs : !pdl.value, !pdl.range<value>)
    %root = pdl.operation "lab.a"(%xs : !pdl.range<value>) {"assay.once" = %u}
    pdl.rewrite %root {
      pdl.erase %s
      pdl.erase %root
    }
  }
}
module @ir {
  func.func @f(%a: i32, %b: i32) {
    "lab.s"(%b, %a, %b) {n = 0} : (i32, i32, i32) -> ()
    "lab.s"(%a, %b) {n = 1} : (i32, i32) -> ()
    "lab.s"(%a, %a, %a) {n = 2} : (i32, i32, i32) -> ()
    "lab.a"(%a, %b) {assay.once} : (i32, i32) -> ()
    return
  }
}
