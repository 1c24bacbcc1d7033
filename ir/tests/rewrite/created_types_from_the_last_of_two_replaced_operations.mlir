module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %t = pdl.type
    %s = pdl.type
    %x = pdl.operand
    %p = pdl.operation "lab.p"(%x : !pdl.value) -> (%t : !pdl.type)
    %root = pdl.operation "lab.a"(%x : !pdl.value) {"assay.once" = %u} -> (%s : !pdl.type)
    pdl.rewrite %root {
      %n = pdl.operation "lab.n"
      "pdl.replace"(%p, %n) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (!pdl.operation, !pdl.operation) -> ()
      "pdl.replace"(%root, %n) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (!pdl.operation, !pdl.operation) -> ()
    }
  }
}
module @ir {
  func.func @f(%a: i32) {
    %r = "lab.a"(%a) {assay.once} : (i32) -> i64
    %p = "lab.p"(%a) : (i32) -> i8
    "lab.use"(%r, %p) : (i64, i8) -> ()
    return
  }
}
