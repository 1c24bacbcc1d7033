module @patterns {
  pdl.pattern @p : benefit(1) {
    %u = pdl.attribute = unit
    %t = pdl.type
    %ts = pdl.types
    %root = pdl.operation "lab.a" {"assay.once" = %u} -> (%t, %ts : !pdl.type, !pdl.range<type>)
    %all = pdl.results of %root
    %g0 = pdl.results 0 of %root -> !pdl.range<value>
    %g1 = pdl.results 1 of %root -> !pdl.range<value>
    pdl.rewrite %root {
      %n = pdl.operation "lab.n" -> (%t, %ts : !pdl.type, !pdl.range<type>)
      %n0 = pdl.results 0 of %n -> !pdl.range<value>
      %n1 = pdl.results 1 of %n -> !pdl.range<value>
      %n2 = pdl.results of %n
      %b = pdl.operation "lab.b"(%n0 : !pdl.range<value>)
      %c = pdl.operation "lab.c"(%n1 : !pdl.range<value>)
      %d = pdl.operation "lab.d"(%n2 : !pdl.range<value>)
      "pdl.replace"(%root, %n) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (!pdl.operation, !pdl.operation) -> ()
    }
  }
}
module @ir {
  func.func @f(%a: i32) {
    %r:3 = "lab.a"() {assay.once} : () -> (i8, i16, i32)
    "lab.use"(%r#0, %r#1, %r#2) : (i8, i16, i32) -> ()
    return
  }
}
