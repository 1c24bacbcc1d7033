// Comparisons by others: the signed order by the unsigned one with the sign flipped, and the six of each order by one
// of them.
pdl.pattern @signed_by_unsigned : benefit(1) {
  %t = pdl.type
  %b = pdl.type : i1
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %slt = pdl.attribute = 2 : i64
  %root = pdl.operation "arith.cmpi"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %slt} -> (%b : !pdl.type)
  pdl.rewrite %root {
    %c = pdl.apply_native_rewrite "type_minimum_signed"(%t : !pdl.type) : !pdl.attribute
    %sign = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
    %sign_value = pdl.result 0 of %sign
    %a = pdl.operation "arith.xori"(%x, %sign_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %d = pdl.operation "arith.xori"(%y, %sign_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %a_value = pdl.result 0 of %a
    %d_value = pdl.result 0 of %d
    %ult = pdl.attribute = 6 : i64
    %cmpi = pdl.operation "arith.cmpi"(%a_value, %d_value : !pdl.value, !pdl.value) {"predicate" = %ult} -> (%b : !pdl.type)
    pdl.replace %root with %cmpi
  }
}
pdl.pattern @at_most_by_above : benefit(1) {
  %t = pdl.type
  %b = pdl.type : i1
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %sle = pdl.attribute = 3 : i64
  %root = pdl.operation "arith.cmpi"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %sle} -> (%b : !pdl.type)
  pdl.rewrite %root {
    %constant = pdl.attribute = true
    %yes = pdl.operation "arith.constant" {"value" = %constant} -> (%b : !pdl.type)
    %sgt = pdl.attribute = 4 : i64
    %above = pdl.operation "arith.cmpi"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %sgt} -> (%b : !pdl.type)
    %above_value = pdl.result 0 of %above
    %yes_value = pdl.result 0 of %yes
    %xori = pdl.operation "arith.xori"(%above_value, %yes_value : !pdl.value, !pdl.value) -> (%b : !pdl.type)
    pdl.replace %root with %xori
  }
}
pdl.pattern @different_by_equal : benefit(1) {
  %t = pdl.type
  %b = pdl.type : i1
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %ne = pdl.attribute = 1 : i64
  %root = pdl.operation "arith.cmpi"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %ne} -> (%b : !pdl.type)
  pdl.rewrite %root {
    %constant = pdl.attribute = true
    %yes = pdl.operation "arith.constant" {"value" = %constant} -> (%b : !pdl.type)
    %eq = pdl.attribute = 0 : i64
    %same = pdl.operation "arith.cmpi"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %eq} -> (%b : !pdl.type)
    %same_value = pdl.result 0 of %same
    %yes_value = pdl.result 0 of %yes
    %xori = pdl.operation "arith.xori"(%same_value, %yes_value : !pdl.value, !pdl.value) -> (%b : !pdl.type)
    pdl.replace %root with %xori
  }
}
pdl.pattern @equal_by_difference : benefit(1) {
  %t = pdl.type
  %b = pdl.type : i1
  %mark = pdl.attribute = unit
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %eq = pdl.attribute = 0 : i64
  %root = pdl.operation "arith.cmpi"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %eq, "assay.once" = %mark} -> (%b : !pdl.type)
  pdl.rewrite %root {
    %c = pdl.apply_native_rewrite "type_zero"(%t : !pdl.type) : !pdl.attribute
    %zero = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
    %less = pdl.operation "arith.subi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %less_value = pdl.result 0 of %less
    %zero_value = pdl.result 0 of %zero
    %cmpi = pdl.operation "arith.cmpi"(%less_value, %zero_value : !pdl.value, !pdl.value) {"predicate" = %eq} -> (%b : !pdl.type)
    pdl.replace %root with %cmpi
  }
}
pdl.pattern @below_by_difference_i8 : benefit(1) {
  %t = pdl.type : i8
  %b = pdl.type : i1
  %mark = pdl.attribute = unit
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %slt = pdl.attribute = 2 : i64
  %root = pdl.operation "arith.cmpi"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %slt, "assay.once" = %mark} -> (%b : !pdl.type)
  pdl.rewrite %root {
    %constant = pdl.attribute = 0 : i8
    %zero = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
    %less = pdl.operation "arith.subi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %less_value = pdl.result 0 of %less
    %zero_value = pdl.result 0 of %zero
    %cmpi = pdl.operation "arith.cmpi"(%less_value, %zero_value : !pdl.value, !pdl.value) {"predicate" = %slt} -> (%b : !pdl.type)
    pdl.replace %root with %cmpi
  }
}
pdl.pattern @below_without_wrap_i8 : benefit(1) {
  %t = pdl.type : i8
  %b = pdl.type : i1
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %nsw = pdl.attribute = #arith.overflow<nsw>
  %d = pdl.operation "arith.subi"(%x, %y : !pdl.value, !pdl.value) {"overflowFlags" = %nsw} -> (%t : !pdl.type)
  %constant = pdl.attribute = 0 : i8
  %z = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
  %d_value = pdl.result 0 of %d
  %z_value = pdl.result 0 of %z
  %slt = pdl.attribute = 2 : i64
  %root = pdl.operation "arith.cmpi"(%d_value, %z_value : !pdl.value, !pdl.value) {"predicate" = %slt} -> (%b : !pdl.type)
  pdl.rewrite %root {
    %cmpi = pdl.operation "arith.cmpi"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %slt} -> (%b : !pdl.type)
    pdl.replace %root with %cmpi
  }
}
pdl.pattern @invert : benefit(1) {
  %t = pdl.type
  %b = pdl.type : i1
  %p = pdl.attribute
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %constant = pdl.attribute = true
  %yes = pdl.operation "arith.constant" {"value" = %constant} -> (%b : !pdl.type)
  %inner = pdl.operation "arith.cmpi"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %p} -> (%b : !pdl.type)
  %inner_value = pdl.result 0 of %inner
  %yes_value = pdl.result 0 of %yes
  %root = pdl.operation "arith.xori"(%inner_value, %yes_value : !pdl.value, !pdl.value) -> (%b : !pdl.type)
  pdl.rewrite %root {
    %q = pdl.apply_native_rewrite "predicate_inverted"(%p : !pdl.attribute) : !pdl.attribute
    %cmpi = pdl.operation "arith.cmpi"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %q} -> (%b : !pdl.type)
    pdl.replace %root with %cmpi
  }
}
pdl.pattern @swap : benefit(1) {
  %t = pdl.type
  %b = pdl.type : i1
  %p = pdl.attribute
  %mark = pdl.attribute = unit
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.cmpi"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %p, "assay.once" = %mark} -> (%b : !pdl.type)
  pdl.rewrite %root {
    %q = pdl.apply_native_rewrite "predicate_swapped"(%p : !pdl.attribute) : !pdl.attribute
    %cmpi = pdl.operation "arith.cmpi"(%y, %x : !pdl.value, !pdl.value) {"predicate" = %q} -> (%b : !pdl.type)
    pdl.replace %root with %cmpi
  }
}
pdl.pattern @swap_by_inversion : benefit(1) {
  %t = pdl.type
  %b = pdl.type : i1
  %p = pdl.attribute
  %mark = pdl.attribute = unit
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.cmpi"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %p, "assay.once" = %mark} -> (%b : !pdl.type)
  pdl.rewrite %root {
    %q = pdl.apply_native_rewrite "predicate_inverted"(%p : !pdl.attribute) : !pdl.attribute
    %cmpi = pdl.operation "arith.cmpi"(%y, %x : !pdl.value, !pdl.value) {"predicate" = %q} -> (%b : !pdl.type)
    pdl.replace %root with %cmpi
  }
}
