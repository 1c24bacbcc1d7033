// Extrema, magnitudes and signs of StableHLO, by the meanings in `corpus/meanings/stablehlo.mlir`.
// Bounds that are constants and in order.
pdl.pattern @clamp_by_extrema : benefit(1) {
  %t = pdl.type : tensor<4xi32>
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %z = pdl.operand : %t
  %root = pdl.operation "stablehlo.clamp"(%x, %y, %z : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %a = pdl.operation "stablehlo.maximum"(%y, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %a_value = pdl.result 0 of %a
    %b = pdl.operation "stablehlo.minimum"(%a_value, %z : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %b
  }
}
// The other way round only where the bounds are in order.
pdl.pattern @clamp_by_extrema_swapped : benefit(1) {
  %t = pdl.type : tensor<4xi32>
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %z = pdl.operand : %t
  %root = pdl.operation "stablehlo.clamp"(%x, %y, %z : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %a = pdl.operation "stablehlo.minimum"(%y, %z : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %a_value = pdl.result 0 of %a
    %b = pdl.operation "stablehlo.maximum"(%a_value, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %b
  }
}
// A magnitude by an extremum.
pdl.pattern @abs_by_maximum : benefit(1) {
  %t = pdl.type : tensor<4xi32>
  %x = pdl.operand : %t
  %root = pdl.operation "stablehlo.abs"(%x : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %n = pdl.operation "stablehlo.negate"(%x : !pdl.value) -> (%t : !pdl.type)
    %n_value = pdl.result 0 of %n
    %m = pdl.operation "stablehlo.maximum"(%x, %n_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %m
  }
}
// The magnitude of the smallest number is negative.
pdl.pattern @abs_is_not_negative : benefit(1) {
  %t = pdl.type : tensor<2xi8>
  %x = pdl.operand : %t
  %a = pdl.operation "stablehlo.abs"(%x : !pdl.value) -> (%t : !pdl.type)
  %a_value = pdl.result 0 of %a
  %root = pdl.operation "stablehlo.sign"(%a_value : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %s = pdl.operation "stablehlo.sign"(%x : !pdl.value) -> (%t : !pdl.type)
    %s_value = pdl.result 0 of %s
    %m = pdl.operation "stablehlo.multiply"(%s_value, %s_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %m
  }
}
