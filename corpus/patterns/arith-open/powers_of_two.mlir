// Products, quotients and remainders with a power of two, named by native code at whatever width. The sign bit alone
// is a power of two without signs and a negative number with them.
pdl.pattern @shift_as_product : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %none = pdl.attribute = #arith.overflow<none>
  %root = pdl.operation "arith.shli"(%x, %k_value : !pdl.value, !pdl.value) {"overflowFlags" = %none} -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_below_width"(%c, %t : !pdl.attribute, !pdl.type)
  pdl.rewrite %root {
    %p = pdl.apply_native_rewrite "type_one"(%t : !pdl.type) : !pdl.attribute
    %e = pdl.apply_native_rewrite "attr_shl"(%p, %c : !pdl.attribute, !pdl.attribute) : !pdl.attribute
    %m = pdl.operation "arith.constant" {"value" = %e} -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %muli = pdl.operation "arith.muli"(%x, %m_value : !pdl.value, !pdl.value) {"overflowFlags" = %none} -> (%t : !pdl.type)
    pdl.replace %root with %muli
  }
}
pdl.pattern @shift_as_product_without_wrap : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %nuw = pdl.attribute = #arith.overflow<nuw>
  %root = pdl.operation "arith.shli"(%x, %k_value : !pdl.value, !pdl.value) {"overflowFlags" = %nuw} -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_below_width"(%c, %t : !pdl.attribute, !pdl.type)
  pdl.rewrite %root {
    %p = pdl.apply_native_rewrite "type_one"(%t : !pdl.type) : !pdl.attribute
    %e = pdl.apply_native_rewrite "attr_shl"(%p, %c : !pdl.attribute, !pdl.attribute) : !pdl.attribute
    %m = pdl.operation "arith.constant" {"value" = %e} -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %muli = pdl.operation "arith.muli"(%x, %m_value : !pdl.value, !pdl.value) {"overflowFlags" = %nuw} -> (%t : !pdl.type)
    pdl.replace %root with %muli
  }
}
pdl.pattern @shift_as_product_without_signed_wrap : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %nsw = pdl.attribute = #arith.overflow<nsw>
  %root = pdl.operation "arith.shli"(%x, %k_value : !pdl.value, !pdl.value) {"overflowFlags" = %nsw} -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_below_width"(%c, %t : !pdl.attribute, !pdl.type)
  pdl.rewrite %root {
    %p = pdl.apply_native_rewrite "type_one"(%t : !pdl.type) : !pdl.attribute
    %e = pdl.apply_native_rewrite "attr_shl"(%p, %c : !pdl.attribute, !pdl.attribute) : !pdl.attribute
    %m = pdl.operation "arith.constant" {"value" = %e} -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %muli = pdl.operation "arith.muli"(%x, %m_value : !pdl.value, !pdl.value) {"overflowFlags" = %nsw} -> (%t : !pdl.type)
    pdl.replace %root with %muli
  }
}
pdl.pattern @shift_as_quotient : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "arith.shrui"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_below_width"(%c, %t : !pdl.attribute, !pdl.type)
  pdl.rewrite %root {
    %p = pdl.apply_native_rewrite "type_one"(%t : !pdl.type) : !pdl.attribute
    %e = pdl.apply_native_rewrite "attr_shl"(%p, %c : !pdl.attribute, !pdl.attribute) : !pdl.attribute
    %m = pdl.operation "arith.constant" {"value" = %e} -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %divui = pdl.operation "arith.divui"(%x, %m_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %divui
  }
}
pdl.pattern @shift_as_quotient_exact : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %promise = pdl.attribute = unit
  %root = pdl.operation "arith.shrui"(%x, %k_value : !pdl.value, !pdl.value) {"isExact" = %promise} -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_below_width"(%c, %t : !pdl.attribute, !pdl.type)
  pdl.rewrite %root {
    %p = pdl.apply_native_rewrite "type_one"(%t : !pdl.type) : !pdl.attribute
    %e = pdl.apply_native_rewrite "attr_shl"(%p, %c : !pdl.attribute, !pdl.attribute) : !pdl.attribute
    %m = pdl.operation "arith.constant" {"value" = %e} -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %promise2 = pdl.attribute = unit
    %divui = pdl.operation "arith.divui"(%x, %m_value : !pdl.value, !pdl.value) {"isExact" = %promise2} -> (%t : !pdl.type)
    pdl.replace %root with %divui
  }
}
pdl.pattern @shift_as_quotient_made_exact : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "arith.shrui"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_below_width"(%c, %t : !pdl.attribute, !pdl.type)
  pdl.rewrite %root {
    %p = pdl.apply_native_rewrite "type_one"(%t : !pdl.type) : !pdl.attribute
    %e = pdl.apply_native_rewrite "attr_shl"(%p, %c : !pdl.attribute, !pdl.attribute) : !pdl.attribute
    %m = pdl.operation "arith.constant" {"value" = %e} -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %promise = pdl.attribute = unit
    %divui = pdl.operation "arith.divui"(%x, %m_value : !pdl.value, !pdl.value) {"isExact" = %promise} -> (%t : !pdl.type)
    pdl.replace %root with %divui
  }
}
pdl.pattern @signed_shift_as_quotient : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "arith.shrsi"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_below_width"(%c, %t : !pdl.attribute, !pdl.type)
  pdl.rewrite %root {
    %p = pdl.apply_native_rewrite "type_one"(%t : !pdl.type) : !pdl.attribute
    %e = pdl.apply_native_rewrite "attr_shl"(%p, %c : !pdl.attribute, !pdl.attribute) : !pdl.attribute
    %m = pdl.operation "arith.constant" {"value" = %e} -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %divsi = pdl.operation "arith.divsi"(%x, %m_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %divsi
  }
}
pdl.pattern @remainder : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "arith.remui"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_is_power_of_two"(%c : !pdl.attribute)
  pdl.rewrite %root {
    %o = pdl.apply_native_rewrite "type_one"(%t : !pdl.type) : !pdl.attribute
    %d = pdl.apply_native_rewrite "attr_sub"(%c, %o : !pdl.attribute, !pdl.attribute) : !pdl.attribute
    %m = pdl.operation "arith.constant" {"value" = %d} -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %andi = pdl.operation "arith.andi"(%x, %m_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %andi
  }
}
pdl.pattern @remainder_signed : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "arith.remsi"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_is_power_of_two"(%c : !pdl.attribute)
  pdl.rewrite %root {
    %o = pdl.apply_native_rewrite "type_one"(%t : !pdl.type) : !pdl.attribute
    %d = pdl.apply_native_rewrite "attr_sub"(%c, %o : !pdl.attribute, !pdl.attribute) : !pdl.attribute
    %m = pdl.operation "arith.constant" {"value" = %d} -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %andi = pdl.operation "arith.andi"(%x, %m_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %andi
  }
}
pdl.pattern @quotient_by_minus_one : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "arith.divsi"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_is_all_ones"(%c : !pdl.attribute)
  pdl.rewrite %root {
    %d = pdl.apply_native_rewrite "type_zero"(%t : !pdl.type) : !pdl.attribute
    %z = pdl.operation "arith.constant" {"value" = %d} -> (%t : !pdl.type)
    %z_value = pdl.result 0 of %z
    %none = pdl.attribute = #arith.overflow<none>
    %subi = pdl.operation "arith.subi"(%z_value, %x : !pdl.value, !pdl.value) {"overflowFlags" = %none} -> (%t : !pdl.type)
    pdl.replace %root with %subi
  }
}
