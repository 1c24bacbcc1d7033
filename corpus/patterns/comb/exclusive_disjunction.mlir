// Bit vectors of CIRCT's comb dialect: two states, no poison, no promise. Laws of the exclusive disjunction.
pdl.pattern @xor_self : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %root = pdl.operation "comb.xor"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %z = pdl.apply_native_rewrite "type_zero"(%t : !pdl.type) : !pdl.attribute
    %constant = pdl.operation "hw.constant" {"value" = %z} -> (%t : !pdl.type)
    pdl.replace %root with %constant
  }
}
pdl.pattern @xor_zero : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "hw.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "comb.xor"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_is_zero"(%c : !pdl.attribute)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @xor_flatten : benefit(1) {
  %t = pdl.type
  %a = pdl.operand : %t
  %d = pdl.operand : %t
  %e = pdl.operand : %t
  %inner = pdl.operation "comb.xor"(%a, %d : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %inner_value = pdl.result 0 of %inner
  %root = pdl.operation "comb.xor"(%inner_value, %e : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %xor = pdl.operation "comb.xor"(%a, %d, %e : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %xor
  }
}
pdl.pattern @xor_repeated : benefit(1) {
  %t = pdl.type
  %a = pdl.operand : %t
  %d = pdl.operand : %t
  %root = pdl.operation "comb.xor"(%a, %d, %a : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%d : !pdl.value)
  }
}
pdl.pattern @xor_twice : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "hw.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %n = pdl.operation "comb.xor"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %n_value = pdl.result 0 of %n
  %k_value2 = pdl.result 0 of %k
  %root = pdl.operation "comb.xor"(%n_value, %k_value2 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @xor_constants : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %d = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "hw.constant" {"value" = %c} -> (%t : !pdl.type)
  %l = pdl.operation "hw.constant" {"value" = %d} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %inner = pdl.operation "comb.xor"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %inner_value = pdl.result 0 of %inner
  %l_value = pdl.result 0 of %l
  %root = pdl.operation "comb.xor"(%inner_value, %l_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %e = pdl.apply_native_rewrite "attr_xor"(%c, %d : !pdl.attribute, !pdl.attribute) : !pdl.attribute
    %m = pdl.operation "hw.constant" {"value" = %e} -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %xor = pdl.operation "comb.xor"(%x, %m_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %xor
  }
}
pdl.pattern @xor_inverted_comparison : benefit(1) {
  %t = pdl.type
  %b = pdl.type : i1
  %one = pdl.attribute = true
  %p = pdl.attribute
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %yes = pdl.operation "hw.constant" {"value" = %one} -> (%b : !pdl.type)
  %i = pdl.operation "comb.icmp"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %p} -> (%b : !pdl.type)
  %i_value = pdl.result 0 of %i
  %yes_value = pdl.result 0 of %yes
  %root = pdl.operation "comb.xor"(%i_value, %yes_value : !pdl.value, !pdl.value) -> (%b : !pdl.type)
  pdl.rewrite %root {
    %q = pdl.apply_native_rewrite "predicate_inverted"(%p : !pdl.attribute) : !pdl.attribute
    %icmp = pdl.operation "comb.icmp"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %q} -> (%b : !pdl.type)
    pdl.replace %root with %icmp
  }
}
