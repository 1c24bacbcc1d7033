module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %t = pdl.type
    %s = pdl.type
    %root = pdl.operation "lab.a" {"assay.once" = %u} -> (%t, %s : !pdl.type, !pdl.type)
    pdl.rewrite %root {
      %n = pdl.operation "lab.n"
      "pdl.replace"(%root, %n) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (!pdl.operation, !pdl.operation) -> ()
    }
  }
}
module @ir {
  func.func @f(%a: i32) {
    %r:2 = "lab.a"() {assay.once} : () -> (i32, i64)
    "lab.use"(%r#0, %r#1) : (i32, i64) -> ()
    return
  }
}
