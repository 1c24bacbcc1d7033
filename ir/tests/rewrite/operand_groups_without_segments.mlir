module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %x = pdl.operand
    %xs = pdl.operands
    %ys = pdl.operands
    %root = pdl.operation "lab.a"(%x, %xs, %ys : !pdl.value, !pdl.range<value>, !pdl.range<value>) {"assay.once" = %u}
    pdl.rewrite %root {
      %b = pdl.operation "lab.b"(%x : !pdl.value)
      %c = pdl.operation "lab.c"(%xs : !pdl.range<value>)
      %d = pdl.operation "lab.d"(%ys : !pdl.range<value>)
      pdl.erase %root
    }
  }
}
module @ir {
  func.func @f(%a: i32, %b: i32, %c: i32) {
    "lab.a"(%a, %b, %c) {assay.once} : (i32, i32, i32) -> ()
    "lab.a"(%b, %c) {assay.once} : (i32, i32) -> ()
    "lab.a"(%b) {assay.once} : (i32) -> ()
    return
  }
}
