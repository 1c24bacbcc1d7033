module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %t = pdl.type
    %root = pdl.operation "lab.a" {"assay.once" = %u} -> (%t : !pdl.type)
    pdl.rewrite %root {
      "pdl.replace"(%root, %root) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (!pdl.operation, !pdl.operation) -> ()
    }
  }
}
module @ir {
  func.func @f(%a: i32) {
    %p = "lab.a"() {assay.once} : () -> i32
    return
  }
}
