module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %t = pdl.type
    %s = pdl.type
    %xs = pdl.operands
    %root = pdl.operation "lab.a"(%xs : !pdl.range<value>) {"assay.once" = %u} -> (%t, %s : !pdl.type, !pdl.type)
    pdl.rewrite %root {
      "pdl.replace"(%root, %xs) <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (!pdl.operation, !pdl.range<value>) -> ()
    }
  }
}
module @ir {
  func.func @f(%a: i32, %b: i32) {
    %r:2 = "lab.a"(%b, %a) {assay.once} : (i32, i32) -> (i32, i32)
    "lab.use"(%r#0, %r#1) : (i32, i32) -> ()
    return
  }
}
