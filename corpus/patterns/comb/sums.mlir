// Bit vectors of CIRCT's comb dialect: two states, no poison, no promise. Laws of sums, differences and products, all
// modulo two to the width.
pdl.pattern @add_zero : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "hw.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "comb.add"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_is_zero"(%c : !pdl.attribute)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @add_constants : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %d = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "hw.constant" {"value" = %c} -> (%t : !pdl.type)
  %l = pdl.operation "hw.constant" {"value" = %d} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %inner = pdl.operation "comb.add"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %inner_value = pdl.result 0 of %inner
  %l_value = pdl.result 0 of %l
  %root = pdl.operation "comb.add"(%inner_value, %l_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %e = pdl.apply_native_rewrite "attr_add"(%c, %d : !pdl.attribute, !pdl.attribute) : !pdl.attribute
    %m = pdl.operation "hw.constant" {"value" = %e} -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %add = pdl.operation "comb.add"(%x, %m_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %add
  }
}
pdl.pattern @add_flatten : benefit(1) {
  %t = pdl.type
  %a = pdl.operand : %t
  %d = pdl.operand : %t
  %e = pdl.operand : %t
  %inner = pdl.operation "comb.add"(%a, %d : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %inner_value = pdl.result 0 of %inner
  %root = pdl.operation "comb.add"(%inner_value, %e : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %add = pdl.operation "comb.add"(%a, %d, %e : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %add
  }
}
pdl.pattern @sub_self : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %root = pdl.operation "comb.sub"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %z = pdl.apply_native_rewrite "type_zero"(%t : !pdl.type) : !pdl.attribute
    %constant = pdl.operation "hw.constant" {"value" = %z} -> (%t : !pdl.type)
    pdl.replace %root with %constant
  }
}
pdl.pattern @sub_zero : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "hw.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "comb.sub"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_is_zero"(%c : !pdl.attribute)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @sub_constant : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "hw.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "comb.sub"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %d = pdl.apply_native_rewrite "attr_negate"(%c : !pdl.attribute) : !pdl.attribute
    %m = pdl.operation "hw.constant" {"value" = %d} -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %add = pdl.operation "comb.add"(%x, %m_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %add
  }
}
pdl.pattern @sub_constant_inverted : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "hw.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "comb.sub"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %d = pdl.apply_native_rewrite "attr_invert"(%c : !pdl.attribute) : !pdl.attribute
    %m = pdl.operation "hw.constant" {"value" = %d} -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %add = pdl.operation "comb.add"(%x, %m_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %add
  }
}
pdl.pattern @sub_nested : benefit(1) {
  %t = pdl.type
  %a = pdl.operand : %t
  %d = pdl.operand : %t
  %e = pdl.operand : %t
  %inner = pdl.operation "comb.sub"(%a, %d : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %inner_value = pdl.result 0 of %inner
  %root = pdl.operation "comb.sub"(%inner_value, %e : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %s = pdl.operation "comb.add"(%d, %e : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %s_value = pdl.result 0 of %s
    %sub = pdl.operation "comb.sub"(%a, %s_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %sub
  }
}
pdl.pattern @sub_associative : benefit(1) {
  %t = pdl.type
  %a = pdl.operand : %t
  %d = pdl.operand : %t
  %e = pdl.operand : %t
  %inner = pdl.operation "comb.sub"(%a, %d : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %inner_value = pdl.result 0 of %inner
  %root = pdl.operation "comb.sub"(%inner_value, %e : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %s = pdl.operation "comb.sub"(%d, %e : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %s_value = pdl.result 0 of %s
    %sub = pdl.operation "comb.sub"(%a, %s_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %sub
  }
}
pdl.pattern @sub_from_sum : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %s = pdl.operation "comb.add"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %s_value = pdl.result 0 of %s
  %root = pdl.operation "comb.sub"(%s_value, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @mul_one : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "hw.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "comb.mul"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_is_one"(%c : !pdl.attribute)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @mul_zero : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "hw.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "comb.mul"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_is_zero"(%c : !pdl.attribute)
  pdl.rewrite %root {
    pdl.replace %root with %k
  }
}
pdl.pattern @mul_minus_one : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "hw.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "comb.mul"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_is_all_ones"(%c : !pdl.attribute)
  pdl.rewrite %root {
    %d = pdl.apply_native_rewrite "type_zero"(%t : !pdl.type) : !pdl.attribute
    %z = pdl.operation "hw.constant" {"value" = %d} -> (%t : !pdl.type)
    %z_value = pdl.result 0 of %z
    %sub = pdl.operation "comb.sub"(%z_value, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %sub
  }
}
pdl.pattern @mul_distributes : benefit(1) {
  %t = pdl.type
  %a = pdl.operand : %t
  %d = pdl.operand : %t
  %e = pdl.operand : %t
  %p = pdl.operation "comb.mul"(%a, %e : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %q = pdl.operation "comb.mul"(%d, %e : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %p_value = pdl.result 0 of %p
  %q_value = pdl.result 0 of %q
  %root = pdl.operation "comb.add"(%p_value, %q_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %s = pdl.operation "comb.add"(%a, %d : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %s_value = pdl.result 0 of %s
    %mul = pdl.operation "comb.mul"(%s_value, %e : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %mul
  }
}
