module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %x = pdl.operand
    %t = pdl.type
    %root = pdl.operation "lab.a"(%x : !pdl.value) {"assay.once" = %u} -> (%t, %t : !pdl.type, !pdl.type)
    pdl.rewrite %root {
      "pdl.replace"(%root, %x) <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (!pdl.operation, !pdl.value) -> ()
    }
  }
}
module @ir {
  func.func @f(%a: i32) {
    %p:2 = "lab.a"(%a) {assay.once} : (i32) -> (i32, i32)
    "lab.use"(%p#0) : (i32) -> ()
    return
  }
}
