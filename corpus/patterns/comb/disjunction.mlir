// Bit vectors of CIRCT's comb dialect: two states, no poison, no promise. Laws of the disjunction, duals of those of
// the conjunction, and De Morgan.
pdl.pattern @or_zero : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "hw.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "comb.or"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_is_zero"(%c : !pdl.attribute)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @or_all_ones : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "hw.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "comb.or"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_is_all_ones"(%c : !pdl.attribute)
  pdl.rewrite %root {
    pdl.replace %root with %k
  }
}
pdl.pattern @or_self : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %root = pdl.operation "comb.or"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @or_flatten : benefit(1) {
  %t = pdl.type
  %a = pdl.operand : %t
  %d = pdl.operand : %t
  %e = pdl.operand : %t
  %inner = pdl.operation "comb.or"(%d, %e : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %inner_value = pdl.result 0 of %inner
  %root = pdl.operation "comb.or"(%a, %inner_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %or = pdl.operation "comb.or"(%a, %d, %e : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %or
  }
}
pdl.pattern @or_complement : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "hw.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %n = pdl.operation "comb.xor"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %n_value = pdl.result 0 of %n
  %root = pdl.operation "comb.or"(%x, %n_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_is_all_ones"(%c : !pdl.attribute)
  pdl.rewrite %root {
    pdl.replace %root with %k
  }
}
pdl.pattern @or_constants : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %d = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "hw.constant" {"value" = %c} -> (%t : !pdl.type)
  %l = pdl.operation "hw.constant" {"value" = %d} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %inner = pdl.operation "comb.or"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %inner_value = pdl.result 0 of %inner
  %l_value = pdl.result 0 of %l
  %root = pdl.operation "comb.or"(%inner_value, %l_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %e = pdl.apply_native_rewrite "attr_or"(%c, %d : !pdl.attribute, !pdl.attribute) : !pdl.attribute
    %m = pdl.operation "hw.constant" {"value" = %e} -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %or = pdl.operation "comb.or"(%x, %m_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %or
  }
}
pdl.pattern @or_absorbs_and : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %o = pdl.operation "comb.and"(%y, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %o_value = pdl.result 0 of %o
  %root = pdl.operation "comb.or"(%o_value, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @de_morgan : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %k = pdl.operation "hw.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %a = pdl.operation "comb.xor"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %k_value2 = pdl.result 0 of %k
  %d = pdl.operation "comb.xor"(%y, %k_value2 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %a_value = pdl.result 0 of %a
  %d_value = pdl.result 0 of %d
  %root = pdl.operation "comb.and"(%a_value, %d_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_is_all_ones"(%c : !pdl.attribute)
  pdl.rewrite %root {
    %o = pdl.operation "comb.or"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %o_value = pdl.result 0 of %o
    %xor = pdl.operation "comb.xor"(%o_value, %k_value2 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %xor
  }
}
pdl.pattern @or_as_sum : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "comb.or"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %add = pdl.operation "comb.add"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %add
  }
}
pdl.pattern @sum_of_disjoint : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %d = pdl.attribute : %t
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %k = pdl.operation "hw.constant" {"value" = %c} -> (%t : !pdl.type)
  %l = pdl.operation "hw.constant" {"value" = %d} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %a = pdl.operation "comb.and"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %l_value = pdl.result 0 of %l
  %e = pdl.operation "comb.and"(%y, %l_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %a_value = pdl.result 0 of %a
  %e_value = pdl.result 0 of %e
  %root = pdl.operation "comb.add"(%a_value, %e_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_complementary"(%c, %d : !pdl.attribute, !pdl.attribute)
  pdl.rewrite %root {
    %or = pdl.operation "comb.or"(%a_value, %e_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %or
  }
}
