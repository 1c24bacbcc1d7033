pdl.pattern @look_ahead : benefit(1) {
  %0 = type
  %1 = types
  %2 = operation "a.b" -> (%0, %1 : !pdl.type, !pdl.range<type>)
  rewrite %2 {
    %3 = results of %2
    %4 = operation "a.c"(%3 : !pdl.range<value>)
    %5 = result 0 of %4
    "pdl.replace"(%2, %5) <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (!pdl.operation, !pdl.value) -> ()
    %6 = result 1 of %4
    %7 = range : !pdl.range<value>
    %8 = range %6, %7 : !pdl.value, !pdl.range<value>
    %9 = apply_native_rewrite "creator"(%4 : !pdl.operation) : !pdl.operation
    apply_native_rewrite "rewriter"(%9 : !pdl.operation)
    erase %4
  }
}
pdl.pattern : benefit(0) attributes {a.b} {
  %0 = attribute = unit
  %1 = attribute = 3 : i32
  %2 = operation {"k" = %0, "l" = %1}
  %3 = result 0 of %2
  %4 = "pdl.operation"(%3) <{attributeValueNames = [], opName = "x.y", operandSegmentSizes = array<i32: 1, 0, 0>}> : (!pdl.value) -> !pdl.operation
  apply_native_constraint "single_entity_constraint"(%2 : !pdl.operation) {isNegated = true}
  rewrite %4 with "rewriter"(%2 : !pdl.operation)
}
