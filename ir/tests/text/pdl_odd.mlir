// What MLIR prints but cannot read back, and what only a careful reader gets right.
pdl.pattern @look_ahead : benefit(1) {
  %t = type
  %ts = types
  %root = operation "a.b"  -> (%t, %ts : !pdl.type, !pdl.range<type>)
  rewrite %root {
    %v = results of %root
    %n = operation "a.c"(%v : !pdl.range<value>)
    %w = result 0 of %n
    "pdl.replace"(%root, %w) {operandSegmentSizes = array<i32: 1, 0, 1>} : (!pdl.operation, !pdl.value) -> ()
    %x = result 1 of %n
    %empty = range : !pdl.range<value>
    %full = range %x, %empty : !pdl.value, !pdl.range<value>
    %made = apply_native_rewrite "creator"(%n : !pdl.operation) : !pdl.operation
    apply_native_rewrite "rewriter"(%made : !pdl.operation)
    erase %n
  } loc("f":1:2)
} loc(fused["g":3:4, "h"])
pdl.pattern : benefit(0) attributes {a.b} {
  %u = attribute = unit
  %i = attribute = 3 : i32
  %any = operation {"k" = %u, "l" = %i}
  %any_result = result 0 of %any
  %wild = "pdl.operation"(%any_result) {opName = "x.y", attributeValueNames = [], operandSegmentSizes = array<i32: 1, 0, 0>, a = 1} : (!pdl.value) -> !pdl.operation
  apply_native_constraint "single_entity_constraint"(%any : !pdl.operation) {isNegated = true}
  rewrite %wild with "rewriter"(%any : !pdl.operation)
}
