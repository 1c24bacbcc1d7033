module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %x = pdl.operand
    %t = pdl.type
    %root = pdl.operation "lab.a"(%x : !pdl.value) {"assay.once" = %u} -> (%t : !pdl.type)
    pdl.rewrite %root {
      %f = pdl.attribute = #arith.overflow<nsw>
      %o = pdl.attribute = 7 : i8
      %n = pdl.operation "arith.addi"(%x, %x : !pdl.value, !pdl.value) {"overflowFlags" = %f, "other" = %o} -> (%t : !pdl.type)
      "pdl.replace"(%root, %n) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (!pdl.operation, !pdl.operation) -> ()
    }
  }
}
module @ir {
  func.func @f(%a: i32) {
    %k = "arith.addi"(%a, %a) : (i32, i32) -> i32
    %l = "lab.a"(%a) {assay.once} : (i32) -> i32
    "lab.use"(%k, %l) : (i32, i32) -> ()
    return
  }
}
