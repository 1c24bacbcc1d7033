// Bit vectors of CIRCT's comb dialect: two states, no poison, no promise. Laws of shifts, where an amount of the
// width or more leaves zeros or copies of the sign, and of quotients, where a division by zero may give anything.
pdl.pattern @shl_zero : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "hw.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "comb.shl"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_is_zero"(%c : !pdl.attribute)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @shl_of_zero : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %y = pdl.operand : %t
  %k = pdl.operation "hw.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "comb.shl"(%k_value, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_is_zero"(%c : !pdl.attribute)
  pdl.rewrite %root {
    pdl.replace %root with %k
  }
}
pdl.pattern @shl_by_width : benefit(1) {
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %constant = pdl.attribute = 8 : i8
  %k = pdl.operation "hw.constant" {"value" = %constant} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "comb.shl"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %constant2 = pdl.attribute = 0 : i8
    %constant3 = pdl.operation "hw.constant" {"value" = %constant2} -> (%t : !pdl.type)
    pdl.replace %root with %constant3
  }
}
pdl.pattern @shl_by_width_modulo : benefit(1) {
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %constant = pdl.attribute = 8 : i8
  %k = pdl.operation "hw.constant" {"value" = %constant} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "comb.shl"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @shrs_by_width : benefit(1) {
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %constant = pdl.attribute = 8 : i8
  %k = pdl.operation "hw.constant" {"value" = %constant} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "comb.shrs"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %constant2 = pdl.attribute = 7 : i8
    %constant3 = pdl.operation "hw.constant" {"value" = %constant2} -> (%t : !pdl.type)
    %constant3_value = pdl.result 0 of %constant3
    %shrs = pdl.operation "comb.shrs"(%x, %constant3_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %shrs
  }
}
pdl.pattern @shru_to_extract : benefit(1) {
  %t = pdl.type : i8
  %s = pdl.type : i5
  %r = pdl.type : i3
  %x = pdl.operand : %t
  %constant = pdl.attribute = 3 : i8
  %k = pdl.operation "hw.constant" {"value" = %constant} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "comb.shru"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %low = pdl.attribute = 3 : i32
    %h = pdl.operation "comb.extract"(%x : !pdl.value) {"lowBit" = %low} -> (%s : !pdl.type)
    %constant2 = pdl.attribute = 0 : i3
    %z = pdl.operation "hw.constant" {"value" = %constant2} -> (%r : !pdl.type)
    %z_value = pdl.result 0 of %z
    %h_value = pdl.result 0 of %h
    %concat = pdl.operation "comb.concat"(%z_value, %h_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %concat
  }
}
pdl.pattern @shl_then_shru : benefit(1) {
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %constant = pdl.attribute = 3 : i8
  %k = pdl.operation "hw.constant" {"value" = %constant} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %l = pdl.operation "comb.shl"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %l_value = pdl.result 0 of %l
  %k_value2 = pdl.result 0 of %k
  %root = pdl.operation "comb.shru"(%l_value, %k_value2 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %constant2 = pdl.attribute = 31 : i8
    %m = pdl.operation "hw.constant" {"value" = %constant2} -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %and = pdl.operation "comb.and"(%x, %m_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %and
  }
}
pdl.pattern @shl_then_shru_kept : benefit(1) {
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %constant = pdl.attribute = 3 : i8
  %k = pdl.operation "hw.constant" {"value" = %constant} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %l = pdl.operation "comb.shl"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %l_value = pdl.result 0 of %l
  %k_value2 = pdl.result 0 of %k
  %root = pdl.operation "comb.shru"(%l_value, %k_value2 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @divu_one : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "hw.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "comb.divu"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_is_one"(%c : !pdl.attribute)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @shl_as_product : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "hw.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "comb.shl"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_below_width"(%c, %t : !pdl.attribute, !pdl.type)
  pdl.rewrite %root {
    %p = pdl.apply_native_rewrite "type_one"(%t : !pdl.type) : !pdl.attribute
    %e = pdl.apply_native_rewrite "attr_shl"(%p, %c : !pdl.attribute, !pdl.attribute) : !pdl.attribute
    %m = pdl.operation "hw.constant" {"value" = %e} -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %mul = pdl.operation "comb.mul"(%x, %m_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %mul
  }
}
pdl.pattern @shru_as_quotient : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "hw.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "comb.shru"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_below_width"(%c, %t : !pdl.attribute, !pdl.type)
  pdl.rewrite %root {
    %p = pdl.apply_native_rewrite "type_one"(%t : !pdl.type) : !pdl.attribute
    %e = pdl.apply_native_rewrite "attr_shl"(%p, %c : !pdl.attribute, !pdl.attribute) : !pdl.attribute
    %m = pdl.operation "hw.constant" {"value" = %e} -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %divu = pdl.operation "comb.divu"(%x, %m_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %divu
  }
}
pdl.pattern @shrs_as_quotient : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "hw.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "comb.shrs"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_below_width"(%c, %t : !pdl.attribute, !pdl.type)
  pdl.rewrite %root {
    %p = pdl.apply_native_rewrite "type_one"(%t : !pdl.type) : !pdl.attribute
    %e = pdl.apply_native_rewrite "attr_shl"(%p, %c : !pdl.attribute, !pdl.attribute) : !pdl.attribute
    %m = pdl.operation "hw.constant" {"value" = %e} -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %divs = pdl.operation "comb.divs"(%x, %m_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %divs
  }
}
pdl.pattern @modu_by_power : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "hw.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "comb.modu"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_is_power_of_two"(%c : !pdl.attribute)
  pdl.rewrite %root {
    %o = pdl.apply_native_rewrite "type_one"(%t : !pdl.type) : !pdl.attribute
    %d = pdl.apply_native_rewrite "attr_sub"(%c, %o : !pdl.attribute, !pdl.attribute) : !pdl.attribute
    %m = pdl.operation "hw.constant" {"value" = %d} -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %and = pdl.operation "comb.and"(%x, %m_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %and
  }
}
pdl.pattern @modu_by_quotient : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "comb.modu"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %q = pdl.operation "comb.divu"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %q_value = pdl.result 0 of %q
    %p = pdl.operation "comb.mul"(%q_value, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %p_value = pdl.result 0 of %p
    %sub = pdl.operation "comb.sub"(%x, %p_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %sub
  }
}
