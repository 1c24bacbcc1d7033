module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %t = pdl.type
    %x = pdl.operand
    %root = pdl.operation "lab.p"(%x : !pdl.value) {"assay.once" = %u} -> (%t : !pdl.type)
    %pv = pdl.result 0 of %root
    %q = pdl.operation "lab.q"(%pv : !pdl.value) -> (%t : !pdl.type)
    pdl.rewrite %root {
      "pdl.replace"(%q, %x) <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (!pdl.operation, !pdl.value) -> ()
    }
  }
}
module @ir {
  func.func @f(%a: i32) {
    %p = "lab.p"(%a) {assay.once} : (i32) -> i32
    %q = "lab.q"(%p) : (i32) -> i32
    "lab.use"(%p, %q) : (i32, i32) -> ()
    return
  }
}
