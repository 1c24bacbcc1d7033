module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %t = pdl.type
    %x = pdl.operand
    %y = pdl.operand
    %p = pdl.operation "lab.p"(%x : !pdl.value) -> (%t : !pdl.type)
    %pv = pdl.result 0 of %p
    %q = pdl.operation "lab.q"(%pv : !pdl.value) -> (%t : !pdl.type)
    %qv = pdl.result 0 of %q
    %b = pdl.operation "lab.b"(%qv, %y : !pdl.value, !pdl.value)
    %c = pdl.operation "lab.c"(%y : !pdl.value)
    %root = pdl.operation "lab.a"(%x : !pdl.value) {"assay.once" = %u}
    pdl.rewrite %root {
      %n = pdl.operation "lab.n"(%x, %y : !pdl.value, !pdl.value)
      pdl.erase %b
      pdl.erase %c
      pdl.erase %root
    }
  }
}
module @ir {
  func.func @f(%a: i32, %b: i32) {
    %p = "lab.p"(%a) : (i32) -> i32
    %q = "lab.q"(%p) : (i32) -> i32
    %p2 = "lab.p"(%a) : (i32) -> i32
    %q2 = "lab.q"(%p2) : (i32) -> i32
    "lab.a"(%a) {assay.once} : (i32) -> ()
    "lab.b"(%q, %b) {n = 0} : (i32, i32) -> ()
    "lab.c"(%b) {n = 0} : (i32) -> ()
    "lab.b"(%q, %a) {n = 1} : (i32, i32) -> ()
    "lab.c"(%a) {n = 1} : (i32) -> ()
    "lab.b"(%q2, %a) {n = 2} : (i32, i32) -> ()
    "lab.c"(%b) {n = 2} : (i32) -> ()
    return
  }
}
