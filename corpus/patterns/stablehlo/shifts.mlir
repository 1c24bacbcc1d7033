// Shifts of StableHLO, by the meanings in `corpus/meanings/stablehlo.mlir`.
// Nothing is left of a shift by 32.
pdl.pattern @shift_left_by_width : benefit(1) {
  %t = pdl.type : tensor<4xi32>
  %x = pdl.operand : %t
  %c_attr = pdl.attribute = dense<32> : tensor<4xi32>
  %c = pdl.operation "stablehlo.constant" {"value" = %c_attr} -> (%t : !pdl.type)
  %c_value = pdl.result 0 of %c
  %root = pdl.operation "stablehlo.shift_left"(%x, %c_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %zero_attr = pdl.attribute = dense<0> : tensor<4xi32>
    %zero = pdl.operation "stablehlo.constant" {"value" = %zero_attr} -> (%t : !pdl.type)
    %zero_value = pdl.result 0 of %zero
    pdl.replace %root with %zero
  }
}
// Copies of the sign are left of an arithmetic shift.
pdl.pattern @shift_right_arithmetic_by_width : benefit(1) {
  %t = pdl.type : tensor<4xi32>
  %x = pdl.operand : %t
  %c_attr = pdl.attribute = dense<32> : tensor<4xi32>
  %c = pdl.operation "stablehlo.constant" {"value" = %c_attr} -> (%t : !pdl.type)
  %c_value = pdl.result 0 of %c
  %root = pdl.operation "stablehlo.shift_right_arithmetic"(%x, %c_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %zero_attr = pdl.attribute = dense<0> : tensor<4xi32>
    %zero = pdl.operation "stablehlo.constant" {"value" = %zero_attr} -> (%t : !pdl.type)
    %zero_value = pdl.result 0 of %zero
    pdl.replace %root with %zero
  }
}
// A left shift by one doubles.
pdl.pattern @double_by_shift : benefit(1) {
  %t = pdl.type : tensor<4xi32>
  %x = pdl.operand : %t
  %root = pdl.operation "stablehlo.add"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %one_attr = pdl.attribute = dense<1> : tensor<4xi32>
    %one = pdl.operation "stablehlo.constant" {"value" = %one_attr} -> (%t : !pdl.type)
    %one_value = pdl.result 0 of %one
    %s = pdl.operation "stablehlo.shift_left"(%x, %one_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %s
  }
}
// A shift to the left and back loses bits.
pdl.pattern @shift_back : benefit(1) {
  %t = pdl.type : tensor<4xi32>
  %x = pdl.operand : %t
  %c_attr = pdl.attribute = dense<3> : tensor<4xi32>
  %c = pdl.operation "stablehlo.constant" {"value" = %c_attr} -> (%t : !pdl.type)
  %c_value = pdl.result 0 of %c
  %s = pdl.operation "stablehlo.shift_left"(%x, %c_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %s_value = pdl.result 0 of %s
  %again = pdl.result 0 of %c
  %root = pdl.operation "stablehlo.shift_right_logical"(%s_value, %again : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
