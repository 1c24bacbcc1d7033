// Comparisons and selections of StableHLO, by the meanings in `corpus/meanings/stablehlo.mlir`.
// The larger one.
pdl.pattern @select_larger : benefit(1) {
  %t = pdl.type : tensor<4xi32>
  %b = pdl.type : tensor<4xi1>
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %gt = pdl.attribute = #stablehlo<comparison_direction GT>
  %c = pdl.operation "stablehlo.compare"(%x, %y : !pdl.value, !pdl.value) {"comparison_direction" = %gt} -> (%b : !pdl.type)
  %c_value = pdl.result 0 of %c
  %root = pdl.operation "stablehlo.select"(%c_value, %x, %y : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %m = pdl.operation "stablehlo.maximum"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %m
  }
}
// The smaller one.
pdl.pattern @select_larger_as_minimum : benefit(1) {
  %t = pdl.type : tensor<4xi32>
  %b = pdl.type : tensor<4xi1>
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %ge = pdl.attribute = #stablehlo<comparison_direction GE>
  %c = pdl.operation "stablehlo.compare"(%x, %y : !pdl.value, !pdl.value) {"comparison_direction" = %ge} -> (%b : !pdl.type)
  %c_value = pdl.result 0 of %c
  %root = pdl.operation "stablehlo.select"(%c_value, %x, %y : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %m = pdl.operation "stablehlo.minimum"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %m
  }
}
// One predicate for all elements.
pdl.pattern @select_one_value : benefit(1) {
  %t = pdl.type : tensor<4xi32>
  %b = pdl.type : tensor<i1>
  %p = pdl.operand : %b
  %x = pdl.operand : %t
  %root = pdl.operation "stablehlo.select"(%p, %x, %x : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
// The order in the other direction.
pdl.pattern @compare_swapped : benefit(1) {
  %t = pdl.type : tensor<4xi32>
  %b = pdl.type : tensor<4xi1>
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %lt = pdl.attribute = #stablehlo<comparison_direction LT>
  %root = pdl.operation "stablehlo.compare"(%x, %y : !pdl.value, !pdl.value) {"comparison_direction" = %lt} -> (%b : !pdl.type)
  pdl.rewrite %root {
    %gt = pdl.attribute = #stablehlo<comparison_direction GT>
    %c = pdl.operation "stablehlo.compare"(%y, %x : !pdl.value, !pdl.value) {"comparison_direction" = %gt} -> (%b : !pdl.type)
    pdl.replace %root with %c
  }
}
// Any direction swapped is not the direction itself.
pdl.pattern @compare_swapped_in_any_direction : benefit(1) {
  %t = pdl.type : tensor<4xi32>
  %b = pdl.type : tensor<4xi1>
  %any = pdl.attribute
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "stablehlo.compare"(%x, %y : !pdl.value, !pdl.value) {"comparison_direction" = %any} -> (%b : !pdl.type)
  pdl.rewrite %root {
    %c = pdl.operation "stablehlo.compare"(%y, %x : !pdl.value, !pdl.value) {"comparison_direction" = %any} -> (%b : !pdl.type)
    pdl.replace %root with %c
  }
}
