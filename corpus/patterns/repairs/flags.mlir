// Rewrites that promise more than was promised, or rest on a promise that nobody made.

// The operands of a sum change places, and the sum promises what the old one did not.
pdl.pattern @swapped_sum : benefit(1) {
  %t = pdl.type : i8
  %none = pdl.attribute = #arith.overflow<none>
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) {"overflowFlags" = %none} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %flags = pdl.attribute = #arith.overflow<nsw>
    %sum = pdl.operation "arith.addi"(%y, %x : !pdl.value, !pdl.value) {"overflowFlags" = %flags} -> (%t : !pdl.type)
    pdl.replace %root with %sum
  }
}

// 2 * x as a shift. Both promises are made, and only the one without signs was there.
pdl.pattern @doubled_by_shift : benefit(1) {
  %t = pdl.type : i8
  %given = pdl.attribute = #arith.overflow<nuw>
  %two = pdl.attribute = 2 : i8
  %x = pdl.operand : %t
  %c = pdl.operation "arith.constant" {"value" = %two} -> (%t : !pdl.type)
  %c_value = pdl.result 0 of %c
  %root = pdl.operation "arith.muli"(%x, %c_value : !pdl.value, !pdl.value) {"overflowFlags" = %given} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %both = pdl.attribute = #arith.overflow<nsw, nuw>
    %one = pdl.attribute = 1 : i8
    %k = pdl.operation "arith.constant" {"value" = %one} -> (%t : !pdl.type)
    %k_value = pdl.result 0 of %k
    %shifted = pdl.operation "arith.shli"(%x, %k_value : !pdl.value, !pdl.value) {"overflowFlags" = %both} -> (%t : !pdl.type)
    pdl.replace %root with %shifted
  }
}

// x - c as x + (-c), with the promise of the difference: where c is the smallest number its negation is itself.
pdl.pattern @difference_as_sum : benefit(1) {
  %t = pdl.type : i8
  %given = pdl.attribute = #arith.overflow<nsw>
  %number = pdl.attribute : %t
  %x = pdl.operand : %t
  %c = pdl.operation "arith.constant" {"value" = %number} -> (%t : !pdl.type)
  %c_value = pdl.result 0 of %c
  %root = pdl.operation "arith.subi"(%x, %c_value : !pdl.value, !pdl.value) {"overflowFlags" = %given} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %negated = pdl.apply_native_rewrite "attr_negate"(%number : !pdl.attribute) : !pdl.attribute
    %k = pdl.operation "arith.constant" {"value" = %negated} -> (%t : !pdl.type)
    %k_value = pdl.result 0 of %k
    %sum = pdl.operation "arith.addi"(%x, %k_value : !pdl.value, !pdl.value) {"overflowFlags" = %given} -> (%t : !pdl.type)
    pdl.replace %root with %sum
  }
}

// x / 4 as a shift that promises to lose nothing.
pdl.pattern @quotient_as_exact_shift : benefit(1) {
  %t = pdl.type : i8
  %four = pdl.attribute = 4 : i8
  %x = pdl.operand : %t
  %c = pdl.operation "arith.constant" {"value" = %four} -> (%t : !pdl.type)
  %c_value = pdl.result 0 of %c
  %root = pdl.operation "arith.divui"(%x, %c_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %exact = pdl.attribute = unit
    %two = pdl.attribute = 2 : i8
    %k = pdl.operation "arith.constant" {"value" = %two} -> (%t : !pdl.type)
    %k_value = pdl.result 0 of %k
    %shifted = pdl.operation "arith.shrui"(%x, %k_value : !pdl.value, !pdl.value) {"isExact" = %exact} -> (%t : !pdl.type)
    pdl.replace %root with %shifted
  }
}

// (x + y) + z as x + (y + z), both sums with the promise of the first pair: y + z may wrap where the whole does not.
pdl.pattern @sums_in_another_order : benefit(1) {
  %t = pdl.type : i8
  %given = pdl.attribute = #arith.overflow<nsw>
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %z = pdl.operand : %t
  %first = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) {"overflowFlags" = %given} -> (%t : !pdl.type)
  %first_value = pdl.result 0 of %first
  %root = pdl.operation "arith.addi"(%first_value, %z : !pdl.value, !pdl.value) {"overflowFlags" = %given} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %kept = pdl.attribute = #arith.overflow<nsw>
    %tail = pdl.operation "arith.addi"(%y, %z : !pdl.value, !pdl.value) {"overflowFlags" = %kept} -> (%t : !pdl.type)
    %tail_value = pdl.result 0 of %tail
    %sum = pdl.operation "arith.addi"(%x, %tail_value : !pdl.value, !pdl.value) {"overflowFlags" = %kept} -> (%t : !pdl.type)
    pdl.replace %root with %sum
  }
}

// (x * 3) / 3 is x only where the product did not wrap.
pdl.pattern @what_a_product_held : benefit(1) {
  %t = pdl.type : i8
  %three = pdl.attribute = 3 : i8
  %x = pdl.operand : %t
  %c = pdl.operation "arith.constant" {"value" = %three} -> (%t : !pdl.type)
  %c_value = pdl.result 0 of %c
  %c_again = pdl.result 0 of %c
  %product = pdl.operation "arith.muli"(%x, %c_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %product_value = pdl.result 0 of %product
  %root = pdl.operation "arith.divui"(%product_value, %c_again : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}

// (x >> 3) << 3 is x only where the shift to the right lost nothing.
pdl.pattern @what_a_shift_held : benefit(1) {
  %t = pdl.type : i8
  %three = pdl.attribute = 3 : i8
  %x = pdl.operand : %t
  %c = pdl.operation "arith.constant" {"value" = %three} -> (%t : !pdl.type)
  %c_value = pdl.result 0 of %c
  %c_again = pdl.result 0 of %c
  %down = pdl.operation "arith.shrui"(%x, %c_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %down_value = pdl.result 0 of %down
  %root = pdl.operation "arith.shli"(%down_value, %c_again : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
