module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %t = pdl.type
    %ts = pdl.types
    %x = pdl.operand : %t
    %xs = pdl.operands : %ts
    %root = pdl.operation "lab.a"(%x, %xs : !pdl.value, !pdl.range<value>) {"assay.once" = %u}
    pdl.rewrite %root {
      %all = pdl.range %ts, %t : !pdl.range<type>, !pdl.type
      %vs = pdl.range %xs, %x, %xs : !pdl.range<value>, !pdl.value, !pdl.range<value>
      %none = pdl.range : !pdl.range<value>
      %n = pdl.operation "lab.n"(%vs, %none : !pdl.range<value>, !pdl.range<value>) -> (%all : !pdl.range<type>)
      pdl.erase %root
    }
  }
}
module @ir {
  func.func @f(%a: i8, %b: i16, %c: i32) {
    "lab.a"(%a, %b, %c) {assay.once} : (i8, i16, i32) -> ()
    return
  }
}
