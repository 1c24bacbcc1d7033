// Bitwise operations of StableHLO, by the meanings in `corpus/meanings/stablehlo.mlir`.
// De Morgan.
pdl.pattern @not_of_and : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %a = pdl.operation "stablehlo.and"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %a_value = pdl.result 0 of %a
  %root = pdl.operation "stablehlo.not"(%a_value : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %p = pdl.operation "stablehlo.not"(%x : !pdl.value) -> (%t : !pdl.type)
    %p_value = pdl.result 0 of %p
    %q = pdl.operation "stablehlo.not"(%y : !pdl.value) -> (%t : !pdl.type)
    %q_value = pdl.result 0 of %q
    %o = pdl.operation "stablehlo.or"(%p_value, %q_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %o
  }
}
// De Morgan, half.
pdl.pattern @not_of_and_by_one_not : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %a = pdl.operation "stablehlo.and"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %a_value = pdl.result 0 of %a
  %root = pdl.operation "stablehlo.not"(%a_value : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %p = pdl.operation "stablehlo.not"(%x : !pdl.value) -> (%t : !pdl.type)
    %p_value = pdl.result 0 of %p
    %o = pdl.operation "stablehlo.or"(%p_value, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %o
  }
}
// The complement of a number is its negation minus one.
pdl.pattern @not_by_negation : benefit(1) {
  %t = pdl.type : tensor<4xi32>
  %x = pdl.operand : %t
  %root = pdl.operation "stablehlo.not"(%x : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %one_attr = pdl.attribute = dense<1> : tensor<4xi32>
    %one = pdl.operation "stablehlo.constant" {"value" = %one_attr} -> (%t : !pdl.type)
    %one_value = pdl.result 0 of %one
    %n = pdl.operation "stablehlo.negate"(%x : !pdl.value) -> (%t : !pdl.type)
    %n_value = pdl.result 0 of %n
    %m = pdl.operation "stablehlo.subtract"(%n_value, %one_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %m
  }
}
