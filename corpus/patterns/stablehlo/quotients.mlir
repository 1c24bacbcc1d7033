// Quotients and remainders of StableHLO, by the meanings in `corpus/meanings/stablehlo.mlir`.
// By one.
pdl.pattern @divide_by_one : benefit(1) {
  %t = pdl.type : tensor<2xi8>
  %x = pdl.operand : %t
  %c_attr = pdl.attribute = dense<1> : tensor<2xi8>
  %c = pdl.operation "stablehlo.constant" {"value" = %c_attr} -> (%t : !pdl.type)
  %c_value = pdl.result 0 of %c
  %root = pdl.operation "stablehlo.divide"(%x, %c_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
// 0 / 0 is -1 in XLA.
pdl.pattern @divide_by_self : benefit(1) {
  %t = pdl.type : tensor<2xi8>
  %x = pdl.operand : %t
  %root = pdl.operation "stablehlo.divide"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %one_attr = pdl.attribute = dense<1> : tensor<2xi8>
    %one = pdl.operation "stablehlo.constant" {"value" = %one_attr} -> (%t : !pdl.type)
    %one_value = pdl.result 0 of %one
    pdl.replace %root with %one
  }
}
// A remainder by its definition holds by zero, too: -1 * 0 is 0.
pdl.pattern @remainder_by_definition : benefit(1) {
  %t = pdl.type : tensor<i8>
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "stablehlo.remainder"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %d = pdl.operation "stablehlo.divide"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %d_value = pdl.result 0 of %d
    %p = pdl.operation "stablehlo.multiply"(%d_value, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %p_value = pdl.result 0 of %p
    %m = pdl.operation "stablehlo.subtract"(%x, %p_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %m
  }
}
// A quotient rounds towards zero, a shift towards the smallest number.
pdl.pattern @divide_by_two_as_shift : benefit(1) {
  %t = pdl.type : tensor<2xi8>
  %x = pdl.operand : %t
  %c_attr = pdl.attribute = dense<2> : tensor<2xi8>
  %c = pdl.operation "stablehlo.constant" {"value" = %c_attr} -> (%t : !pdl.type)
  %c_value = pdl.result 0 of %c
  %root = pdl.operation "stablehlo.divide"(%x, %c_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %one_attr = pdl.attribute = dense<1> : tensor<2xi8>
    %one = pdl.operation "stablehlo.constant" {"value" = %one_attr} -> (%t : !pdl.type)
    %one_value = pdl.result 0 of %one
    %s = pdl.operation "stablehlo.shift_right_arithmetic"(%x, %one_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %s
  }
}
