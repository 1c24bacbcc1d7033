module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %t = pdl.type
    %xs = pdl.operands
    %p = pdl.operation "lab.p"(%xs : !pdl.range<value>) -> (%t : !pdl.type)
    %pv = pdl.result 0 of %p
    %q = pdl.operation "lab.q"(%xs : !pdl.range<value>) -> (%t : !pdl.type)
    %qv = pdl.result 0 of %q
    %root = pdl.operation "lab.a"(%pv, %qv : !pdl.value, !pdl.value) {"assay.once" = %u}
    pdl.rewrite %root {
      %n = pdl.operation "lab.n"(%xs : !pdl.range<value>)
      pdl.erase %root
    }
  }
}
module @ir {
  func.func @f(%a: i32, %b: i32) {
    %p = "lab.p"(%a, %b) : (i32, i32) -> i32
    %q = "lab.q"(%a, %b) : (i32, i32) -> i32
    %r = "lab.q"(%b, %a) : (i32, i32) -> i32
    %s = "lab.q"(%a) : (i32) -> i32
    "lab.a"(%p, %r) {assay.once, n = 0} : (i32, i32) -> ()
    "lab.a"(%p, %s) {assay.once, n = 1} : (i32, i32) -> ()
    "lab.a"(%p, %q) {assay.once, n = 2} : (i32, i32) -> ()
    return
  }
}
