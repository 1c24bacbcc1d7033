module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %x = pdl.operand
    %t = pdl.type
    %root = pdl.operation "lab.a"(%x : !pdl.value) {"assay.once" = %u} -> (%t : !pdl.type)
    pdl.rewrite %root {
      "pdl.replace"(%root, %x, %x) <{operandSegmentSizes = array<i32: 1, 0, 2>}> : (!pdl.operation, !pdl.value, !pdl.value) -> ()
    }
  }
}
module @ir {
  func.func @f(%a: i32) {
    %p = "lab.a"(%a) {assay.once} : (i32) -> i32
    "lab.use"(%p) : (i32) -> ()
    return
  }
}
