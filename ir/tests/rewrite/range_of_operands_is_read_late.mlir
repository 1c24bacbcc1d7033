module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %t = pdl.type
    %xs = pdl.operands
    %y = pdl.operand
    %p = pdl.operation "lab.p"(%y : !pdl.value) -> (%t : !pdl.type)
    %pv = pdl.result 0 of %p
    %q = pdl.operation "lab.q"(%pv : !pdl.value) -> (%t : !pdl.type)
    %qv = pdl.result 0 of %q
    %s = pdl.operation "lab.s"(%xs : !pdl.range<value>) -> (%t : !pdl.type)
    %sv = pdl.result 0 of %s
    %root = pdl.operation "lab.a"(%qv, %sv : !pdl.value, !pdl.value) {"assay.once" = %u}
    pdl.rewrite %root {
      "pdl.replace"(%p, %y) <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (!pdl.operation, !pdl.value) -> ()
      %n = pdl.operation "lab.b"(%xs : !pdl.range<value>)
      pdl.erase %root
    }
  }
}
module @ir {
  func.func @f(%a: i32) {
    %p = "lab.p"(%a) : (i32) -> i32
    %q = "lab.q"(%p) : (i32) -> i32
    %s = "lab.s"(%p, %a, %p) : (i32, i32, i32) -> i32
    "lab.a"(%q, %s) {assay.once} : (i32, i32) -> ()
    return
  }
}
