module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %t = pdl.type
    %x = pdl.operand : %t
    %root = pdl.operation "lab.id"(%x : !pdl.value) {"assay.once" = %u} -> (%t : !pdl.type)
    pdl.rewrite %root {
      "pdl.replace"(%root, %x) <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (!pdl.operation, !pdl.value) -> ()
    }
  }
}
module @ir {
  func.func @f(%a: i32) {
    %p = "lab.id"(%a) {assay.once} : (i32) -> i32
    "lab.region"() ({
      "lab.use"(%p) : (i32) -> ()
      "lab.deeper"(%p) ({
      ^bb0(%q: i32):
        "lab.use"(%p, %q) : (i32, i32) -> ()
      }) : (i32) -> ()
    }) : () -> ()
    return
  }
}
