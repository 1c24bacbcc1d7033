// Extensions, truncations and shifts by simpler operations, at written widths.
pdl.pattern @sign_extension_by_shifts : benefit(1) {
  %t = pdl.type : i8
  %w = pdl.type : i16
  %x = pdl.operand : %t
  %root = pdl.operation "arith.extsi"(%x : !pdl.value) -> (%w : !pdl.type)
  pdl.rewrite %root {
    %constant = pdl.attribute = 8 : i16
    %e = pdl.operation "arith.constant" {"value" = %constant} -> (%w : !pdl.type)
    %u = pdl.operation "arith.extui"(%x : !pdl.value) -> (%w : !pdl.type)
    %u_value = pdl.result 0 of %u
    %e_value = pdl.result 0 of %e
    %l = pdl.operation "arith.shli"(%u_value, %e_value : !pdl.value, !pdl.value) -> (%w : !pdl.type)
    %l_value = pdl.result 0 of %l
    %shrsi = pdl.operation "arith.shrsi"(%l_value, %e_value : !pdl.value, !pdl.value) -> (%w : !pdl.type)
    pdl.replace %root with %shrsi
  }
}
pdl.pattern @sign_extension_by_logical_shift : benefit(1) {
  %t = pdl.type : i8
  %w = pdl.type : i16
  %x = pdl.operand : %t
  %root = pdl.operation "arith.extsi"(%x : !pdl.value) -> (%w : !pdl.type)
  pdl.rewrite %root {
    %constant = pdl.attribute = 8 : i16
    %e = pdl.operation "arith.constant" {"value" = %constant} -> (%w : !pdl.type)
    %u = pdl.operation "arith.extui"(%x : !pdl.value) -> (%w : !pdl.type)
    %u_value = pdl.result 0 of %u
    %e_value = pdl.result 0 of %e
    %l = pdl.operation "arith.shli"(%u_value, %e_value : !pdl.value, !pdl.value) -> (%w : !pdl.type)
    %l_value = pdl.result 0 of %l
    %shrui = pdl.operation "arith.shrui"(%l_value, %e_value : !pdl.value, !pdl.value) -> (%w : !pdl.type)
    pdl.replace %root with %shrui
  }
}
pdl.pattern @sign_extension_by_bias : benefit(1) {
  %t = pdl.type : i8
  %w = pdl.type : i16
  %x = pdl.operand : %t
  %root = pdl.operation "arith.extsi"(%x : !pdl.value) -> (%w : !pdl.type)
  pdl.rewrite %root {
    %constant = pdl.attribute = 128 : i16
    %m = pdl.operation "arith.constant" {"value" = %constant} -> (%w : !pdl.type)
    %u = pdl.operation "arith.extui"(%x : !pdl.value) -> (%w : !pdl.type)
    %u_value = pdl.result 0 of %u
    %m_value = pdl.result 0 of %m
    %a = pdl.operation "arith.xori"(%u_value, %m_value : !pdl.value, !pdl.value) -> (%w : !pdl.type)
    %a_value = pdl.result 0 of %a
    %subi = pdl.operation "arith.subi"(%a_value, %m_value : !pdl.value, !pdl.value) -> (%w : !pdl.type)
    pdl.replace %root with %subi
  }
}
pdl.pattern @sign_extension_by_wrong_bias : benefit(1) {
  %t = pdl.type : i8
  %w = pdl.type : i16
  %x = pdl.operand : %t
  %root = pdl.operation "arith.extsi"(%x : !pdl.value) -> (%w : !pdl.type)
  pdl.rewrite %root {
    %constant = pdl.attribute = 64 : i16
    %m = pdl.operation "arith.constant" {"value" = %constant} -> (%w : !pdl.type)
    %u = pdl.operation "arith.extui"(%x : !pdl.value) -> (%w : !pdl.type)
    %u_value = pdl.result 0 of %u
    %m_value = pdl.result 0 of %m
    %a = pdl.operation "arith.xori"(%u_value, %m_value : !pdl.value, !pdl.value) -> (%w : !pdl.type)
    %a_value = pdl.result 0 of %a
    %subi = pdl.operation "arith.subi"(%a_value, %m_value : !pdl.value, !pdl.value) -> (%w : !pdl.type)
    pdl.replace %root with %subi
  }
}
pdl.pattern @zero_extension_by_mask : benefit(1) {
  %t = pdl.type : i8
  %w = pdl.type : i16
  %x = pdl.operand : %t
  %root = pdl.operation "arith.extui"(%x : !pdl.value) -> (%w : !pdl.type)
  pdl.rewrite %root {
    %constant = pdl.attribute = 255 : i16
    %m = pdl.operation "arith.constant" {"value" = %constant} -> (%w : !pdl.type)
    %s = pdl.operation "arith.extsi"(%x : !pdl.value) -> (%w : !pdl.type)
    %s_value = pdl.result 0 of %s
    %m_value = pdl.result 0 of %m
    %andi = pdl.operation "arith.andi"(%s_value, %m_value : !pdl.value, !pdl.value) -> (%w : !pdl.type)
    pdl.replace %root with %andi
  }
}
pdl.pattern @extension_of_bit : benefit(1) {
  %b = pdl.type : i1
  %w = pdl.type : i8
  %x = pdl.operand : %b
  %root = pdl.operation "arith.extui"(%x : !pdl.value) -> (%w : !pdl.type)
  pdl.rewrite %root {
    %constant = pdl.attribute = 1 : i8
    %o = pdl.operation "arith.constant" {"value" = %constant} -> (%w : !pdl.type)
    %constant2 = pdl.attribute = 0 : i8
    %z = pdl.operation "arith.constant" {"value" = %constant2} -> (%w : !pdl.type)
    %o_value = pdl.result 0 of %o
    %z_value = pdl.result 0 of %z
    %select = pdl.operation "arith.select"(%x, %o_value, %z_value : !pdl.value, !pdl.value, !pdl.value) -> (%w : !pdl.type)
    pdl.replace %root with %select
  }
}
pdl.pattern @signed_extension_of_bit : benefit(1) {
  %b = pdl.type : i1
  %w = pdl.type : i8
  %x = pdl.operand : %b
  %root = pdl.operation "arith.extsi"(%x : !pdl.value) -> (%w : !pdl.type)
  pdl.rewrite %root {
    %constant = pdl.attribute = 1 : i8
    %o = pdl.operation "arith.constant" {"value" = %constant} -> (%w : !pdl.type)
    %constant2 = pdl.attribute = 0 : i8
    %z = pdl.operation "arith.constant" {"value" = %constant2} -> (%w : !pdl.type)
    %o_value = pdl.result 0 of %o
    %z_value = pdl.result 0 of %z
    %select = pdl.operation "arith.select"(%x, %o_value, %z_value : !pdl.value, !pdl.value, !pdl.value) -> (%w : !pdl.type)
    pdl.replace %root with %select
  }
}
pdl.pattern @truncation_to_bit : benefit(1) {
  %t = pdl.type : i8
  %b = pdl.type : i1
  %x = pdl.operand : %t
  %root = pdl.operation "arith.trunci"(%x : !pdl.value) -> (%b : !pdl.type)
  pdl.rewrite %root {
    %constant = pdl.attribute = 1 : i8
    %o = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
    %constant2 = pdl.attribute = 0 : i8
    %z = pdl.operation "arith.constant" {"value" = %constant2} -> (%t : !pdl.type)
    %o_value = pdl.result 0 of %o
    %a = pdl.operation "arith.andi"(%x, %o_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %a_value = pdl.result 0 of %a
    %z_value = pdl.result 0 of %z
    %ne = pdl.attribute = 1 : i64
    %cmpi = pdl.operation "arith.cmpi"(%a_value, %z_value : !pdl.value, !pdl.value) {"predicate" = %ne} -> (%b : !pdl.type)
    pdl.replace %root with %cmpi
  }
}
pdl.pattern @left_shift_by_product : benefit(1) {
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %constant = pdl.attribute = 3 : i8
  %k = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "arith.shli"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %constant2 = pdl.attribute = 8 : i8
    %e = pdl.operation "arith.constant" {"value" = %constant2} -> (%t : !pdl.type)
    %e_value = pdl.result 0 of %e
    %muli = pdl.operation "arith.muli"(%x, %e_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %muli
  }
}
pdl.pattern @unsigned_shift_by_quotient : benefit(1) {
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %constant = pdl.attribute = 3 : i8
  %k = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "arith.shrui"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %constant2 = pdl.attribute = 8 : i8
    %e = pdl.operation "arith.constant" {"value" = %constant2} -> (%t : !pdl.type)
    %e_value = pdl.result 0 of %e
    %divui = pdl.operation "arith.divui"(%x, %e_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %divui
  }
}
pdl.pattern @signed_shift_by_quotient : benefit(1) {
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %constant = pdl.attribute = 3 : i8
  %k = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "arith.shrsi"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %constant2 = pdl.attribute = 8 : i8
    %e = pdl.operation "arith.constant" {"value" = %constant2} -> (%t : !pdl.type)
    %e_value = pdl.result 0 of %e
    %divsi = pdl.operation "arith.divsi"(%x, %e_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %divsi
  }
}
pdl.pattern @signed_shift_by_floor : benefit(1) {
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %constant = pdl.attribute = 3 : i8
  %k = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "arith.shrsi"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %constant2 = pdl.attribute = 8 : i8
    %e = pdl.operation "arith.constant" {"value" = %constant2} -> (%t : !pdl.type)
    %e_value = pdl.result 0 of %e
    %floordivsi = pdl.operation "arith.floordivsi"(%x, %e_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %floordivsi
  }
}
pdl.pattern @signed_shift_by_sign_bit : benefit(1) {
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %constant = pdl.attribute = 7 : i8
  %k = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "arith.shrsi"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %constant2 = pdl.attribute = -128 : i8
    %e = pdl.operation "arith.constant" {"value" = %constant2} -> (%t : !pdl.type)
    %e_value = pdl.result 0 of %e
    %floordivsi = pdl.operation "arith.floordivsi"(%x, %e_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %floordivsi
  }
}
pdl.pattern @signed_shift_by_unsigned : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %k = pdl.operand : %t
  %root = pdl.operation "arith.shrsi"(%x, %k : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %c0 = pdl.apply_native_rewrite "type_zero"(%t : !pdl.type) : !pdl.attribute
    %c1 = pdl.apply_native_rewrite "type_all_ones"(%t : !pdl.type) : !pdl.attribute
    %z = pdl.operation "arith.constant" {"value" = %c0} -> (%t : !pdl.type)
    %o = pdl.operation "arith.constant" {"value" = %c1} -> (%t : !pdl.type)
    %z_value = pdl.result 0 of %z
    %slt = pdl.attribute = 2 : i64
    %n = pdl.operation "arith.cmpi"(%x, %z_value : !pdl.value, !pdl.value) {"predicate" = %slt}
    %n_value = pdl.result 0 of %n
    %o_value = pdl.result 0 of %o
    %mask = pdl.operation "arith.select"(%n_value, %o_value, %z_value : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %mask_value = pdl.result 0 of %mask
    %flipped = pdl.operation "arith.xori"(%x, %mask_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %flipped_value = pdl.result 0 of %flipped
    %moved = pdl.operation "arith.shrui"(%flipped_value, %k : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %moved_value = pdl.result 0 of %moved
    %xori = pdl.operation "arith.xori"(%moved_value, %mask_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %xori
  }
}
pdl.pattern @exact_shift_by_quotient : benefit(1) {
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %constant = pdl.attribute = 3 : i8
  %k = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %promise = pdl.attribute = unit
  %root = pdl.operation "arith.shrsi"(%x, %k_value : !pdl.value, !pdl.value) {"isExact" = %promise} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %constant2 = pdl.attribute = 8 : i8
    %e = pdl.operation "arith.constant" {"value" = %constant2} -> (%t : !pdl.type)
    %e_value = pdl.result 0 of %e
    %promise2 = pdl.attribute = unit
    %divsi = pdl.operation "arith.divsi"(%x, %e_value : !pdl.value, !pdl.value) {"isExact" = %promise2} -> (%t : !pdl.type)
    pdl.replace %root with %divsi
  }
}
