// Sums, differences and products of StableHLO, by the meanings in `corpus/meanings/stablehlo.mlir`.
// A difference and a sum undo each other: numbers wrap.
pdl.pattern @subtract_what_was_added : benefit(1) {
  %t = pdl.type : tensor<4xi32>
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %s = pdl.operation "stablehlo.add"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %s_value = pdl.result 0 of %s
  %root = pdl.operation "stablehlo.subtract"(%s_value, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
// The sum of booleans is a disjunction, which no difference undoes.
pdl.pattern @subtract_what_was_added_of_booleans : benefit(1) {
  %t = pdl.type : tensor<4xi1>
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %s = pdl.operation "stablehlo.add"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %s_value = pdl.result 0 of %s
  %root = pdl.operation "stablehlo.subtract"(%s_value, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
// A negated operand.
pdl.pattern @subtract_by_negation : benefit(1) {
  %t = pdl.type : tensor<4xi32>
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "stablehlo.subtract"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %n = pdl.operation "stablehlo.negate"(%y : !pdl.value) -> (%t : !pdl.type)
    %n_value = pdl.result 0 of %n
    %a = pdl.operation "stablehlo.add"(%x, %n_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %a
  }
}
// The order of a difference counts.
pdl.pattern @subtract_swapped : benefit(1) {
  %t = pdl.type : tensor<4xi32>
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "stablehlo.subtract"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %n = pdl.operation "stablehlo.subtract"(%y, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %n
  }
}
// At any type that is described.
pdl.pattern @negate_twice : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %n = pdl.operation "stablehlo.negate"(%x : !pdl.value) -> (%t : !pdl.type)
  %n_value = pdl.result 0 of %n
  %root = pdl.operation "stablehlo.negate"(%n_value : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
// A product by zero.
pdl.pattern @multiply_by_zero : benefit(1) {
  %t = pdl.type : tensor<4xi32>
  %x = pdl.operand : %t
  %c_attr = pdl.attribute = dense<0> : tensor<4xi32>
  %c = pdl.operation "stablehlo.constant" {"value" = %c_attr} -> (%t : !pdl.type)
  %c_value = pdl.result 0 of %c
  %root = pdl.operation "stablehlo.multiply"(%x, %c_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%c_value : !pdl.value)
  }
}
