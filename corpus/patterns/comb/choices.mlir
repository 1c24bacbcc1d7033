// Bit vectors of CIRCT's comb dialect: two states, no poison, no promise. Laws of the multiplexer.
pdl.pattern @mux_same : benefit(1) {
  %t = pdl.type
  %b = pdl.type : i1
  %c = pdl.operand : %b
  %x = pdl.operand : %t
  %root = pdl.operation "comb.mux"(%c, %x, %x : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @mux_true : benefit(1) {
  %t = pdl.type
  %b = pdl.type : i1
  %yes = pdl.attribute = true
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %k = pdl.operation "hw.constant" {"value" = %yes} -> (%b : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "comb.mux"(%k_value, %x, %y : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @mux_false : benefit(1) {
  %t = pdl.type
  %b = pdl.type : i1
  %no = pdl.attribute = false
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %k = pdl.operation "hw.constant" {"value" = %no} -> (%b : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "comb.mux"(%k_value, %x, %y : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%y : !pdl.value)
  }
}
pdl.pattern @mux_inverted : benefit(1) {
  %t = pdl.type
  %b = pdl.type : i1
  %yes = pdl.attribute = true
  %c = pdl.operand : %b
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %k = pdl.operation "hw.constant" {"value" = %yes} -> (%b : !pdl.type)
  %k_value = pdl.result 0 of %k
  %n = pdl.operation "comb.xor"(%c, %k_value : !pdl.value, !pdl.value) -> (%b : !pdl.type)
  %n_value = pdl.result 0 of %n
  %root = pdl.operation "comb.mux"(%n_value, %x, %y : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %mux = pdl.operation "comb.mux"(%c, %y, %x : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %mux
  }
}
pdl.pattern @mux_inverted_kept : benefit(1) {
  %t = pdl.type
  %b = pdl.type : i1
  %yes = pdl.attribute = true
  %c = pdl.operand : %b
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %k = pdl.operation "hw.constant" {"value" = %yes} -> (%b : !pdl.type)
  %k_value = pdl.result 0 of %k
  %n = pdl.operation "comb.xor"(%c, %k_value : !pdl.value, !pdl.value) -> (%b : !pdl.type)
  %n_value = pdl.result 0 of %n
  %root = pdl.operation "comb.mux"(%n_value, %x, %y : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %mux = pdl.operation "comb.mux"(%c, %x, %y : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %mux
  }
}
pdl.pattern @mux_nested : benefit(1) {
  %t = pdl.type
  %b = pdl.type : i1
  %c = pdl.operand : %b
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %z = pdl.operand : %t
  %inner = pdl.operation "comb.mux"(%c, %x, %y : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %inner_value = pdl.result 0 of %inner
  %root = pdl.operation "comb.mux"(%c, %inner_value, %z : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %mux = pdl.operation "comb.mux"(%c, %x, %z : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %mux
  }
}
pdl.pattern @mux_of_bits : benefit(1) {
  %b = pdl.type : i1
  %yes = pdl.attribute = true
  %no = pdl.attribute = false
  %c = pdl.operand : %b
  %k = pdl.operation "hw.constant" {"value" = %yes} -> (%b : !pdl.type)
  %l = pdl.operation "hw.constant" {"value" = %no} -> (%b : !pdl.type)
  %k_value = pdl.result 0 of %k
  %l_value = pdl.result 0 of %l
  %root = pdl.operation "comb.mux"(%c, %k_value, %l_value : !pdl.value, !pdl.value, !pdl.value) -> (%b : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%c : !pdl.value)
  }
}
pdl.pattern @mux_to_and : benefit(1) {
  %b = pdl.type : i1
  %no = pdl.attribute = false
  %c = pdl.operand : %b
  %x = pdl.operand : %b
  %l = pdl.operation "hw.constant" {"value" = %no} -> (%b : !pdl.type)
  %l_value = pdl.result 0 of %l
  %root = pdl.operation "comb.mux"(%c, %x, %l_value : !pdl.value, !pdl.value, !pdl.value) -> (%b : !pdl.type)
  pdl.rewrite %root {
    %and = pdl.operation "comb.and"(%c, %x : !pdl.value, !pdl.value) -> (%b : !pdl.type)
    pdl.replace %root with %and
  }
}
pdl.pattern @mux_to_or : benefit(1) {
  %b = pdl.type : i1
  %yes = pdl.attribute = true
  %c = pdl.operand : %b
  %x = pdl.operand : %b
  %k = pdl.operation "hw.constant" {"value" = %yes} -> (%b : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "comb.mux"(%c, %k_value, %x : !pdl.value, !pdl.value, !pdl.value) -> (%b : !pdl.type)
  pdl.rewrite %root {
    %or = pdl.operation "comb.or"(%c, %x : !pdl.value, !pdl.value) -> (%b : !pdl.type)
    pdl.replace %root with %or
  }
}
pdl.pattern @mux_to_replicated : benefit(1) {
  %t = pdl.type
  %b = pdl.type : i1
  %o = pdl.attribute : %t
  %z = pdl.attribute : %t
  %c = pdl.operand : %b
  %k = pdl.operation "hw.constant" {"value" = %o} -> (%t : !pdl.type)
  %l = pdl.operation "hw.constant" {"value" = %z} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %l_value = pdl.result 0 of %l
  %root = pdl.operation "comb.mux"(%c, %k_value, %l_value : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_is_all_ones"(%o : !pdl.attribute)
  pdl.apply_native_constraint "attr_is_zero"(%z : !pdl.attribute)
  pdl.rewrite %root {
    %replicate = pdl.operation "comb.replicate"(%c : !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %replicate
  }
}
pdl.pattern @mux_of_sums : benefit(1) {
  %t = pdl.type
  %b = pdl.type : i1
  %c = pdl.operand : %b
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %z = pdl.operand : %t
  %s = pdl.operation "comb.add"(%x, %z : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %r = pdl.operation "comb.add"(%y, %z : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %s_value = pdl.result 0 of %s
  %r_value = pdl.result 0 of %r
  %root = pdl.operation "comb.mux"(%c, %s_value, %r_value : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %m = pdl.operation "comb.mux"(%c, %x, %y : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %add = pdl.operation "comb.add"(%m_value, %z : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %add
  }
}
