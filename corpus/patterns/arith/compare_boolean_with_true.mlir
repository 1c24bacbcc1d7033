// A boolean equals true exactly when it is true.
pdl.pattern @compare_boolean_with_true : benefit(1) {
  %b = pdl.type : i1
  %yes = pdl.attribute = true
  %p = pdl.attribute = 0 : i64
  %one = pdl.operation "arith.constant" {"value" = %yes} -> (%b : !pdl.type)
  %x = pdl.operand : %b
  %one_value = pdl.result 0 of %one
  %root = pdl.operation "arith.cmpi"(%x, %one_value : !pdl.value, !pdl.value) {"predicate" = %p} -> (%b : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
