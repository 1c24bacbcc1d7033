// Rewrites that compute in too few bits, or look at the wrong ones.

// The mean of two numbers without signs in nine bits, which suffice, but shifted once too often.
pdl.pattern @mean_shifted_too_far : benefit(1) {
  %t = pdl.type : i8
  %w = pdl.type : i16
  %one = pdl.attribute = 1 : i16
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %p = pdl.operation "arith.extui"(%x : !pdl.value) -> (%w : !pdl.type)
  %q = pdl.operation "arith.extui"(%y : !pdl.value) -> (%w : !pdl.type)
  %p_value = pdl.result 0 of %p
  %q_value = pdl.result 0 of %q
  %sum = pdl.operation "arith.addi"(%p_value, %q_value : !pdl.value, !pdl.value) -> (%w : !pdl.type)
  %sum_value = pdl.result 0 of %sum
  %c = pdl.operation "arith.constant" {"value" = %one} -> (%w : !pdl.type)
  %c_value = pdl.result 0 of %c
  %half = pdl.operation "arith.shrui"(%sum_value, %c_value : !pdl.value, !pdl.value) -> (%w : !pdl.type)
  %half_value = pdl.result 0 of %half
  %root = pdl.operation "arith.trunci"(%half_value : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %v = pdl.type : i9
    %k = pdl.attribute = 2 : i9
    %a = pdl.operation "arith.extui"(%x : !pdl.value) -> (%v : !pdl.type)
    %b = pdl.operation "arith.extui"(%y : !pdl.value) -> (%v : !pdl.type)
    %a_value = pdl.result 0 of %a
    %b_value = pdl.result 0 of %b
    %total = pdl.operation "arith.addi"(%a_value, %b_value : !pdl.value, !pdl.value) -> (%v : !pdl.type)
    %total_value = pdl.result 0 of %total
    %d = pdl.operation "arith.constant" {"value" = %k} -> (%v : !pdl.type)
    %d_value = pdl.result 0 of %d
    %mean = pdl.operation "arith.shrui"(%total_value, %d_value : !pdl.value, !pdl.value) -> (%v : !pdl.type)
    %mean_value = pdl.result 0 of %mean
    %new = pdl.operation "arith.trunci"(%mean_value : !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}

// The high half of a product, computed in 12 bits where 16 are needed.
pdl.pattern @high_half_in_too_few_bits : benefit(1) {
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.mului_extended"(%x, %y : !pdl.value, !pdl.value) -> (%t, %t : !pdl.type, !pdl.type)
  pdl.rewrite %root {
    %w = pdl.type : i12
    %eight = pdl.attribute = 8 : i12
    %p = pdl.operation "arith.extui"(%x : !pdl.value) -> (%w : !pdl.type)
    %q = pdl.operation "arith.extui"(%y : !pdl.value) -> (%w : !pdl.type)
    %p_value = pdl.result 0 of %p
    %q_value = pdl.result 0 of %q
    %product = pdl.operation "arith.muli"(%p_value, %q_value : !pdl.value, !pdl.value) -> (%w : !pdl.type)
    %product_value = pdl.result 0 of %product
    %c = pdl.operation "arith.constant" {"value" = %eight} -> (%w : !pdl.type)
    %c_value = pdl.result 0 of %c
    %up = pdl.operation "arith.shrui"(%product_value, %c_value : !pdl.value, !pdl.value) -> (%w : !pdl.type)
    %up_value = pdl.result 0 of %up
    %high = pdl.operation "arith.trunci"(%up_value : !pdl.value) -> (%t : !pdl.type)
    %high_value = pdl.result 0 of %high
    %low = pdl.operation "arith.muli"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %low_value = pdl.result 0 of %low
    pdl.replace %root with (%low_value, %high_value : !pdl.value, !pdl.value)
  }
}

// The carry of a sum, computed in as many bits as the operands have.
pdl.pattern @carry_in_too_few_bits : benefit(1) {
  %t = pdl.type : i8
  %b = pdl.type : i1
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.addui_extended"(%x, %y : !pdl.value, !pdl.value) -> (%t, %b : !pdl.type, !pdl.type)
  pdl.rewrite %root {
    %less = pdl.attribute = 6 : i64
    %sum = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %sum_value = pdl.result 0 of %sum
    %carry = pdl.operation "arith.cmpi"(%x, %sum_value : !pdl.value, !pdl.value) {"predicate" = %less} -> (%b : !pdl.type)
    %carry_value = pdl.result 0 of %carry
    pdl.replace %root with (%sum_value, %carry_value : !pdl.value, !pdl.value)
  }
}

// The sign bit of an i16, taken as if it were an i8.
pdl.pattern @sign_from_the_wrong_bit : benefit(1) {
  %t = pdl.type : i16
  %b = pdl.type : i1
  %less = pdl.attribute = 2 : i64
  %nil = pdl.attribute = 0 : i16
  %x = pdl.operand : %t
  %c = pdl.operation "arith.constant" {"value" = %nil} -> (%t : !pdl.type)
  %c_value = pdl.result 0 of %c
  %root = pdl.operation "arith.cmpi"(%x, %c_value : !pdl.value, !pdl.value) {"predicate" = %less} -> (%b : !pdl.type)
  pdl.rewrite %root {
    %last = pdl.attribute = 7 : i16
    %k = pdl.operation "arith.constant" {"value" = %last} -> (%t : !pdl.type)
    %k_value = pdl.result 0 of %k
    %up = pdl.operation "arith.shrui"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %up_value = pdl.result 0 of %up
    %bit = pdl.operation "arith.trunci"(%up_value : !pdl.value) -> (%b : !pdl.type)
    pdl.replace %root with %bit
  }
}

// An extension of a truncation as a mask, which is one bit short.
pdl.pattern @mask_of_too_few_bits : benefit(1) {
  %t = pdl.type : i16
  %s = pdl.type : i8
  %x = pdl.operand : %t
  %low = pdl.operation "arith.trunci"(%x : !pdl.value) -> (%s : !pdl.type)
  %low_value = pdl.result 0 of %low
  %root = pdl.operation "arith.extui"(%low_value : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %ones = pdl.attribute = 254 : i16
    %k = pdl.operation "arith.constant" {"value" = %ones} -> (%t : !pdl.type)
    %k_value = pdl.result 0 of %k
    %masked = pdl.operation "arith.andi"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %masked
  }
}

// x shifted to the left and back again keeps the low bits; the mask keeps too many.
pdl.pattern @shift_out_and_back : benefit(1) {
  %t = pdl.type : i8
  %four = pdl.attribute = 4 : i8
  %x = pdl.operand : %t
  %c = pdl.operation "arith.constant" {"value" = %four} -> (%t : !pdl.type)
  %c_value = pdl.result 0 of %c
  %c_again = pdl.result 0 of %c
  %up = pdl.operation "arith.shli"(%x, %c_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %up_value = pdl.result 0 of %up
  %root = pdl.operation "arith.shrui"(%up_value, %c_again : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %v = pdl.type : i5
    %low = pdl.operation "arith.trunci"(%x : !pdl.value) -> (%v : !pdl.type)
    %low_value = pdl.result 0 of %low
    %new = pdl.operation "arith.extui"(%low_value : !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}
