// Rewrites that take a number with sign for one without, or the other way round.

// An exact division with signs as the shift that brings zeros.
pdl.pattern @quarter_of_a_signed_number : benefit(1) {
  %t = pdl.type : i8
  %four = pdl.attribute = 4 : i8
  %exact = pdl.attribute = unit
  %x = pdl.operand : %t
  %c = pdl.operation "arith.constant" {"value" = %four} -> (%t : !pdl.type)
  %c_value = pdl.result 0 of %c
  %root = pdl.operation "arith.divsi"(%x, %c_value : !pdl.value, !pdl.value) {"isExact" = %exact} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %two = pdl.attribute = 2 : i8
    %k = pdl.operation "arith.constant" {"value" = %two} -> (%t : !pdl.type)
    %k_value = pdl.result 0 of %k
    %shifted = pdl.operation "arith.shrui"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %shifted
  }
}

// The remainder by 8 with signs as a mask, which is the one without signs.
pdl.pattern @remainder_by_mask : benefit(1) {
  %t = pdl.type : i8
  %eight = pdl.attribute = 8 : i8
  %x = pdl.operand : %t
  %c = pdl.operation "arith.constant" {"value" = %eight} -> (%t : !pdl.type)
  %c_value = pdl.result 0 of %c
  %root = pdl.operation "arith.remsi"(%x, %c_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %seven = pdl.attribute = 7 : i8
    %k = pdl.operation "arith.constant" {"value" = %seven} -> (%t : !pdl.type)
    %k_value = pdl.result 0 of %k
    %masked = pdl.operation "arith.andi"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %masked
  }
}

// The larger of two numbers without signs by a comparison with signs.
pdl.pattern @larger_by_comparison : benefit(1) {
  %t = pdl.type : i8
  %b = pdl.type : i1
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.maxui"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %above = pdl.attribute = 4 : i64
    %larger = pdl.operation "arith.cmpi"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %above} -> (%b : !pdl.type)
    %larger_value = pdl.result 0 of %larger
    %taken = pdl.operation "arith.select"(%larger_value, %x, %y : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %taken
  }
}

// Two extensions with signs as one without.
pdl.pattern @extension_in_two_steps : benefit(1) {
  %s = pdl.type : i4
  %m = pdl.type : i8
  %t = pdl.type : i16
  %x = pdl.operand : %s
  %first = pdl.operation "arith.extsi"(%x : !pdl.value) -> (%m : !pdl.type)
  %first_value = pdl.result 0 of %first
  %root = pdl.operation "arith.extsi"(%first_value : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %wide = pdl.operation "arith.extui"(%x : !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %wide
  }
}

// x < 0 as all ones or zero: by the shift that brings zeros.
pdl.pattern @sign_by_shift : benefit(1) {
  %t = pdl.type : i8
  %b = pdl.type : i1
  %nil = pdl.attribute = 0 : i8
  %less = pdl.attribute = 2 : i64
  %x = pdl.operand : %t
  %c = pdl.operation "arith.constant" {"value" = %nil} -> (%t : !pdl.type)
  %c_value = pdl.result 0 of %c
  %negative = pdl.operation "arith.cmpi"(%x, %c_value : !pdl.value, !pdl.value) {"predicate" = %less} -> (%b : !pdl.type)
  %negative_value = pdl.result 0 of %negative
  %root = pdl.operation "arith.extsi"(%negative_value : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %seven = pdl.attribute = 7 : i8
    %k = pdl.operation "arith.constant" {"value" = %seven} -> (%t : !pdl.type)
    %k_value = pdl.result 0 of %k
    %shifted = pdl.operation "arith.shrui"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %shifted
  }
}

// A comparison of extended numbers as one of the numbers: the extension was with signs, the new comparison is not.
pdl.pattern @difference_by_extension : benefit(1) {
  %s = pdl.type : i8
  %t = pdl.type : i16
  %b = pdl.type : i1
  %less = pdl.attribute = 2 : i64
  %x = pdl.operand : %s
  %y = pdl.operand : %s
  %p = pdl.operation "arith.extsi"(%x : !pdl.value) -> (%t : !pdl.type)
  %q = pdl.operation "arith.extsi"(%y : !pdl.value) -> (%t : !pdl.type)
  %p_value = pdl.result 0 of %p
  %q_value = pdl.result 0 of %q
  %root = pdl.operation "arith.cmpi"(%p_value, %q_value : !pdl.value, !pdl.value) {"predicate" = %less} -> (%b : !pdl.type)
  pdl.rewrite %root {
    %below = pdl.attribute = 6 : i64
    %new = pdl.operation "arith.cmpi"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %below} -> (%b : !pdl.type)
    pdl.replace %root with %new
  }
}

// x <= y as the opposite of y < x: the equal case was lost.
pdl.pattern @not_above : benefit(1) {
  %t = pdl.type
  %b = pdl.type : i1
  %most = pdl.attribute = 7 : i64
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.cmpi"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %most} -> (%b : !pdl.type)
  pdl.rewrite %root {
    %below = pdl.attribute = 6 : i64
    %true = pdl.attribute = true
    %other = pdl.operation "arith.cmpi"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %below} -> (%b : !pdl.type)
    %other_value = pdl.result 0 of %other
    %yes = pdl.operation "arith.constant" {"value" = %true} -> (%b : !pdl.type)
    %yes_value = pdl.result 0 of %yes
    %new = pdl.operation "arith.xori"(%other_value, %yes_value : !pdl.value, !pdl.value) -> (%b : !pdl.type)
    pdl.replace %root with %new
  }
}
