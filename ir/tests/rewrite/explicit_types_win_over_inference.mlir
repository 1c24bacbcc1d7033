module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %x = pdl.operand
    %t = pdl.type
    %root = pdl.operation "lab.a"(%x : !pdl.value) {"assay.once" = %u} -> (%t : !pdl.type)
    pdl.rewrite %root {
      %n = pdl.operation "lab.n"(%x : !pdl.value) -> (%t : !pdl.type)
      "pdl.replace"(%root, %n) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (!pdl.operation, !pdl.operation) -> ()
    }
  }
}
module @ir {
  func.func @f(%a: i32) {
    %k = "lab.a"(%a) {assay.once} : (i32) -> i64
    "lab.use"(%k) : (i64) -> ()
    return
  }
}
