// The published expansion of a rounding-down division, with "not equal" where "less than" is meant: all operations are
// there and have the right types, the values are wrong.
pdl.pattern @floor_division_by_not_equal : benefit(1) {
  %t = pdl.type : i8
  %b = pdl.type : i1
  %mark = pdl.attribute = unit
  %n = pdl.operand : %t
  %m = pdl.operand : %t
  %root = pdl.operation "arith.floordivsi"(%n, %m : !pdl.value, !pdl.value) {"assay.once" = %mark} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %w = pdl.attribute = 1 : i8
    %mw = pdl.attribute = -1 : i8
    %zw = pdl.attribute = 0 : i8
    %p = pdl.attribute = 1 : i64
    %zero = pdl.operation "arith.constant" {"value" = %zw} -> (%t : !pdl.type)
    %plus = pdl.operation "arith.constant" {"value" = %w} -> (%t : !pdl.type)
    %minus = pdl.operation "arith.constant" {"value" = %mw} -> (%t : !pdl.type)
    %zero_value = pdl.result 0 of %zero
    %divisor_sign = pdl.operation "arith.cmpi"(%m, %zero_value : !pdl.value, !pdl.value) {"predicate" = %p} -> (%b : !pdl.type)
    %divisor_sign_value = pdl.result 0 of %divisor_sign
    %plus_value = pdl.result 0 of %plus
    %minus_value = pdl.result 0 of %minus
    %step = pdl.operation "arith.select"(%divisor_sign_value, %plus_value, %minus_value : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %step_value = pdl.result 0 of %step
    %shifted = pdl.operation "arith.subi"(%step_value, %n : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %shifted_value = pdl.result 0 of %shifted
    %quotient = pdl.operation "arith.divsi"(%shifted_value, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %minus_value2 = pdl.result 0 of %minus
    %quotient_value = pdl.result 0 of %quotient
    %down = pdl.operation "arith.subi"(%minus_value2, %quotient_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %truncated = pdl.operation "arith.divsi"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %zero_value2 = pdl.result 0 of %zero
    %n_negative = pdl.operation "arith.cmpi"(%n, %zero_value2 : !pdl.value, !pdl.value) {"predicate" = %p} -> (%b : !pdl.type)
    %zero_value3 = pdl.result 0 of %zero
    %n_positive = pdl.operation "arith.cmpi"(%zero_value3, %n : !pdl.value, !pdl.value) {"predicate" = %p} -> (%b : !pdl.type)
    %zero_value4 = pdl.result 0 of %zero
    %m_positive = pdl.operation "arith.cmpi"(%zero_value4, %m : !pdl.value, !pdl.value) {"predicate" = %p} -> (%b : !pdl.type)
    %n_negative_value = pdl.result 0 of %n_negative
    %m_positive_value = pdl.result 0 of %m_positive
    %first = pdl.operation "arith.andi"(%n_negative_value, %m_positive_value : !pdl.value, !pdl.value) -> (%b : !pdl.type)
    %n_positive_value = pdl.result 0 of %n_positive
    %divisor_sign_value2 = pdl.result 0 of %divisor_sign
    %second = pdl.operation "arith.andi"(%n_positive_value, %divisor_sign_value2 : !pdl.value, !pdl.value) -> (%b : !pdl.type)
    %first_value = pdl.result 0 of %first
    %second_value = pdl.result 0 of %second
    %mixed = pdl.operation "arith.ori"(%first_value, %second_value : !pdl.value, !pdl.value) -> (%b : !pdl.type)
    %mixed_value = pdl.result 0 of %mixed
    %down_value = pdl.result 0 of %down
    %truncated_value = pdl.result 0 of %truncated
    %chosen = pdl.operation "arith.select"(%mixed_value, %down_value, %truncated_value : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %chosen
  }
}
