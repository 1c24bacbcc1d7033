// Operations with the smallest or the largest number, each named by native code at whatever width.
pdl.pattern @maxsi_min_signed : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "arith.maxsi"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_is_minimum_signed"(%c : !pdl.attribute)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @maxsi_max_signed : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "arith.maxsi"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_is_maximum_signed"(%c : !pdl.attribute)
  pdl.rewrite %root {
    pdl.replace %root with %k
  }
}
pdl.pattern @minsi_max_signed : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "arith.minsi"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_is_maximum_signed"(%c : !pdl.attribute)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @minsi_min_signed : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "arith.minsi"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_is_minimum_signed"(%c : !pdl.attribute)
  pdl.rewrite %root {
    pdl.replace %root with %k
  }
}
pdl.pattern @maxui_zero : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "arith.maxui"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_is_zero"(%c : !pdl.attribute)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @maxui_all_ones : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "arith.maxui"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_is_all_ones"(%c : !pdl.attribute)
  pdl.rewrite %root {
    pdl.replace %root with %k
  }
}
pdl.pattern @minui_all_ones : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "arith.minui"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_is_all_ones"(%c : !pdl.attribute)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @minui_min_unsigned : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "arith.minui"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_is_zero"(%c : !pdl.attribute)
  pdl.rewrite %root {
    pdl.replace %root with %k
  }
}
pdl.pattern @minsi_all_ones : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "arith.minsi"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_is_all_ones"(%c : !pdl.attribute)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @below_zero_unsigned : benefit(1) {
  %t = pdl.type
  %b = pdl.type : i1
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %ult = pdl.attribute = 6 : i64
  %root = pdl.operation "arith.cmpi"(%x, %k_value : !pdl.value, !pdl.value) {"predicate" = %ult} -> (%b : !pdl.type)
  pdl.apply_native_constraint "attr_is_zero"(%c : !pdl.attribute)
  pdl.rewrite %root {
    %constant = pdl.attribute = false
    %constant2 = pdl.operation "arith.constant" {"value" = %constant} -> (%b : !pdl.type)
    pdl.replace %root with %constant2
  }
}
pdl.pattern @at_least_smallest : benefit(1) {
  %t = pdl.type
  %b = pdl.type : i1
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %sge = pdl.attribute = 5 : i64
  %root = pdl.operation "arith.cmpi"(%x, %k_value : !pdl.value, !pdl.value) {"predicate" = %sge} -> (%b : !pdl.type)
  pdl.apply_native_constraint "attr_is_minimum_signed"(%c : !pdl.attribute)
  pdl.rewrite %root {
    %constant = pdl.attribute = true
    %constant2 = pdl.operation "arith.constant" {"value" = %constant} -> (%b : !pdl.type)
    pdl.replace %root with %constant2
  }
}
pdl.pattern @above_zero_unsigned : benefit(1) {
  %t = pdl.type
  %b = pdl.type : i1
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %ugt = pdl.attribute = 8 : i64
  %root = pdl.operation "arith.cmpi"(%x, %k_value : !pdl.value, !pdl.value) {"predicate" = %ugt} -> (%b : !pdl.type)
  pdl.apply_native_constraint "attr_is_zero"(%c : !pdl.attribute)
  pdl.rewrite %root {
    %ne = pdl.attribute = 1 : i64
    %cmpi = pdl.operation "arith.cmpi"(%x, %k_value : !pdl.value, !pdl.value) {"predicate" = %ne} -> (%b : !pdl.type)
    pdl.replace %root with %cmpi
  }
}
pdl.pattern @above_zero_signed : benefit(1) {
  %t = pdl.type
  %b = pdl.type : i1
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %sgt = pdl.attribute = 4 : i64
  %root = pdl.operation "arith.cmpi"(%x, %k_value : !pdl.value, !pdl.value) {"predicate" = %sgt} -> (%b : !pdl.type)
  pdl.apply_native_constraint "attr_is_zero"(%c : !pdl.attribute)
  pdl.rewrite %root {
    %ne = pdl.attribute = 1 : i64
    %cmpi = pdl.operation "arith.cmpi"(%x, %k_value : !pdl.value, !pdl.value) {"predicate" = %ne} -> (%b : !pdl.type)
    pdl.replace %root with %cmpi
  }
}
pdl.pattern @constant_to_the_right : benefit(1) {
  %t = pdl.type
  %b = pdl.type : i1
  %c = pdl.attribute : %t
  %p = pdl.attribute
  %mark = pdl.attribute = unit
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "arith.cmpi"(%k_value, %x : !pdl.value, !pdl.value) {"predicate" = %p, "assay.once" = %mark} -> (%b : !pdl.type)
  pdl.rewrite %root {
    %q = pdl.apply_native_rewrite "predicate_swapped"(%p : !pdl.attribute) : !pdl.attribute
    %cmpi = pdl.operation "arith.cmpi"(%x, %k_value : !pdl.value, !pdl.value) {"predicate" = %q} -> (%b : !pdl.type)
    pdl.replace %root with %cmpi
  }
}
pdl.pattern @flipped_alike : benefit(1) {
  %t = pdl.type
  %b = pdl.type : i1
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %a = pdl.operation "arith.xori"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %k_value2 = pdl.result 0 of %k
  %d = pdl.operation "arith.xori"(%y, %k_value2 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %a_value = pdl.result 0 of %a
  %d_value = pdl.result 0 of %d
  %eq = pdl.attribute = 0 : i64
  %root = pdl.operation "arith.cmpi"(%a_value, %d_value : !pdl.value, !pdl.value) {"predicate" = %eq} -> (%b : !pdl.type)
  pdl.rewrite %root {
    %cmpi = pdl.operation "arith.cmpi"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %eq} -> (%b : !pdl.type)
    pdl.replace %root with %cmpi
  }
}
pdl.pattern @flipped_alike_order : benefit(1) {
  %t = pdl.type
  %b = pdl.type : i1
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %a = pdl.operation "arith.xori"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %k_value2 = pdl.result 0 of %k
  %d = pdl.operation "arith.xori"(%y, %k_value2 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %a_value = pdl.result 0 of %a
  %d_value = pdl.result 0 of %d
  %ult = pdl.attribute = 6 : i64
  %root = pdl.operation "arith.cmpi"(%a_value, %d_value : !pdl.value, !pdl.value) {"predicate" = %ult} -> (%b : !pdl.type)
  pdl.rewrite %root {
    %cmpi = pdl.operation "arith.cmpi"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %ult} -> (%b : !pdl.type)
    pdl.replace %root with %cmpi
  }
}
pdl.pattern @complement_as_difference : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "arith.subi"(%k_value, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_is_all_ones"(%c : !pdl.attribute)
  pdl.rewrite %root {
    %xori = pdl.operation "arith.xori"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %xori
  }
}
pdl.pattern @negated_complement : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %d = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %z = pdl.operation "arith.constant" {"value" = %d} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %n = pdl.operation "arith.xori"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %z_value = pdl.result 0 of %z
  %n_value = pdl.result 0 of %n
  %root = pdl.operation "arith.subi"(%z_value, %n_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_is_all_ones"(%c : !pdl.attribute)
  pdl.apply_native_constraint "attr_is_zero"(%d : !pdl.attribute)
  pdl.rewrite %root {
    %e = pdl.apply_native_rewrite "type_one"(%t : !pdl.type) : !pdl.attribute
    %o = pdl.operation "arith.constant" {"value" = %e} -> (%t : !pdl.type)
    %o_value = pdl.result 0 of %o
    %none = pdl.attribute = #arith.overflow<none>
    %addi = pdl.operation "arith.addi"(%x, %o_value : !pdl.value, !pdl.value) {"overflowFlags" = %none} -> (%t : !pdl.type)
    pdl.replace %root with %addi
  }
}
