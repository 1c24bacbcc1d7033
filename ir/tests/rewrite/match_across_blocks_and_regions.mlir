module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %t = pdl.type
    %x = pdl.operand : %t
    %p = pdl.operation "lab.p"(%x : !pdl.value) -> (%t : !pdl.type)
    %pv = pdl.result 0 of %p
    %root = pdl.operation "lab.a"(%pv : !pdl.value) {"assay.once" = %u} -> (%t : !pdl.type)
    pdl.rewrite %root {
      %n = pdl.operation "lab.n"(%x : !pdl.value) -> (%t : !pdl.type)
      "pdl.replace"(%root, %n) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (!pdl.operation, !pdl.operation) -> ()
    }
  }
}
module @ir {
  func.func @f(%a: i32, %c: i1) -> i32 {
    %p = "lab.p"(%a) : (i32) -> i32
    "cf.cond_br"(%c, %p)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
  ^bb1:
    %r = "lab.a"(%p) {assay.once} : (i32) -> i32
    "cf.br"(%r)[^bb2] : (i32) -> ()
  ^bb2(%s: i32):
    %q = "lab.a"(%s) {assay.once} : (i32) -> i32
    return %q : i32
  }
}
