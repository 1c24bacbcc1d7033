module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %x = pdl.operand
    %root = pdl.operation "lab.a"(%x : !pdl.value) {"assay.once" = %u}
    pdl.rewrite %root {
      %n = pdl.operation "lab.n"(%x : !pdl.value)
      "pdl.replace"(%root, %n) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (!pdl.operation, !pdl.operation) -> ()
    }
  }
}
module @ir {
  func.func @f(%a: i32) {
    "lab.a"(%a) {assay.once} : (i32) -> ()
    return
  }
}
