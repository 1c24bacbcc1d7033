// Operations of TOSA on tensors of integers.

// Reversed twice along one axis.
pdl.pattern @reversed_twice : benefit(1) {
  %t = pdl.type : tensor<2x3xi8>
  %p = pdl.attribute = 1 : i32
  %x = pdl.operand : %t
  %a = pdl.operation "tosa.reverse"(%x : !pdl.value) {"axis" = %p} -> (%t : !pdl.type)
  %a_value = pdl.result 0 of %a
  %root = pdl.operation "tosa.reverse"(%a_value : !pdl.value) {"axis" = %p} -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}

// A clamp within a wider one.
pdl.pattern @clamped_to_less : benefit(1) {
  %t = pdl.type : tensor<2x2xi8>
  %a = pdl.attribute = -5 : i8
  %b = pdl.attribute = 9 : i8
  %c = pdl.attribute = -3 : i8
  %d = pdl.attribute = 7 : i8
  %x = pdl.operand : %t
  %wide = pdl.operation "tosa.clamp"(%x : !pdl.value) {"min_val" = %a, "max_val" = %b} -> (%t : !pdl.type)
  %wide_value = pdl.result 0 of %wide
  %root = pdl.operation "tosa.clamp"(%wide_value : !pdl.value) {"min_val" = %c, "max_val" = %d} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "tosa.clamp"(%x : !pdl.value) {"min_val" = %c, "max_val" = %d} -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}

// A sum of tensors, one of which is repeated, with its operands the other way round.
pdl.pattern @sum_the_other_way : benefit(1) {
  %t = pdl.type : tensor<2x3xi32>
  %s = pdl.type : tensor<1x3xi32>
  %x = pdl.operand : %t
  %y = pdl.operand : %s
  %root = pdl.operation "tosa.add"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "tosa.add"(%y, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}

// A difference with its operands the other way round.
pdl.pattern @difference_the_other_way : benefit(1) {
  %t = pdl.type : tensor<2xi32>
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "tosa.sub"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "tosa.sub"(%y, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}

// A shift that rounds as one that does not.
pdl.pattern @shift_with_rounding : benefit(1) {
  %t = pdl.type : tensor<2xi8>
  %yes = pdl.attribute = true
  %no = pdl.attribute = false
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "tosa.arithmetic_right_shift"(%x, %y : !pdl.value, !pdl.value) {"round" = %yes} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "tosa.arithmetic_right_shift"(%x, %y : !pdl.value, !pdl.value) {"round" = %no} -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}

// The sums of rows and then of columns, the other way round.
pdl.pattern @sum_of_sums : benefit(1) {
  %t = pdl.type : tensor<1x1xi16>
  %r = pdl.type : tensor<1x2xi16>
  %c = pdl.type : tensor<2x1xi16>
  %w = pdl.type : tensor<2x2xi16>
  %zero = pdl.attribute = 0 : i32
  %one = pdl.attribute = 1 : i32
  %x = pdl.operand : %w
  %a = pdl.operation "tosa.reduce_sum"(%x : !pdl.value) {"axis" = %zero} -> (%r : !pdl.type)
  %a_value = pdl.result 0 of %a
  %root = pdl.operation "tosa.reduce_sum"(%a_value : !pdl.value) {"axis" = %one} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %b = pdl.operation "tosa.reduce_sum"(%x : !pdl.value) {"axis" = %one} -> (%c : !pdl.type)
    %b_value = pdl.result 0 of %b
    %new = pdl.operation "tosa.reduce_sum"(%b_value : !pdl.value) {"axis" = %zero} -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}
