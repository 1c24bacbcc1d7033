// A `pdl.result` that stands in two operand places means that both are the same value. The lowering to
// `pdl_interp` compares such values for `pdl.operand`, `pdl.attribute` and `pdl.type`, not for `pdl.result`,
// `pdl.results` and `pdl.types`: the pattern matches a root that reads two different values. Two separate
// `pdl.result 0 of %p` are compared. Rule M501 points at the place.
// MLIR 22.1.8: accepts
// lacks: lab.root
module @patterns {
  pdl.pattern : benefit(1) {
    %t = pdl.type : i32
    %p = pdl.operation "lab.p" -> (%t : !pdl.type)
    %r = pdl.result 0 of %p
    %root = pdl.operation "lab.root"(%r, %r : !pdl.value, !pdl.value)
    pdl.rewrite %root {
      pdl.erase %root
    }
  }
}
module @ir {
  %0 = "lab.p"() : () -> i32
  %1 = "lab.q"() : () -> i32
  "lab.root"(%0, %1) : (i32, i32) -> ()
}
