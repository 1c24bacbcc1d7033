// Bit vectors of CIRCT's comb dialect: two states, no poison, no promise. Laws of comparisons.
pdl.pattern @equal_self : benefit(1) {
  %t = pdl.type
  %b = pdl.type : i1
  %x = pdl.operand : %t
  %eq = pdl.attribute = 0 : i64
  %root = pdl.operation "comb.icmp"(%x, %x : !pdl.value, !pdl.value) {"predicate" = %eq} -> (%b : !pdl.type)
  pdl.rewrite %root {
    %constant = pdl.attribute = true
    %constant2 = pdl.operation "hw.constant" {"value" = %constant} -> (%b : !pdl.type)
    pdl.replace %root with %constant2
  }
}
pdl.pattern @below_zero_unsigned : benefit(1) {
  %t = pdl.type
  %b = pdl.type : i1
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "hw.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %ult = pdl.attribute = 6 : i64
  %root = pdl.operation "comb.icmp"(%x, %k_value : !pdl.value, !pdl.value) {"predicate" = %ult} -> (%b : !pdl.type)
  pdl.apply_native_constraint "attr_is_zero"(%c : !pdl.attribute)
  pdl.rewrite %root {
    %constant = pdl.attribute = false
    %constant2 = pdl.operation "hw.constant" {"value" = %constant} -> (%b : !pdl.type)
    pdl.replace %root with %constant2
  }
}
pdl.pattern @below_zero_signed : benefit(1) {
  %t = pdl.type
  %b = pdl.type : i1
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "hw.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %slt = pdl.attribute = 2 : i64
  %root = pdl.operation "comb.icmp"(%x, %k_value : !pdl.value, !pdl.value) {"predicate" = %slt} -> (%b : !pdl.type)
  pdl.apply_native_constraint "attr_is_zero"(%c : !pdl.attribute)
  pdl.rewrite %root {
    %constant = pdl.attribute = false
    %constant2 = pdl.operation "hw.constant" {"value" = %constant} -> (%b : !pdl.type)
    pdl.replace %root with %constant2
  }
}
pdl.pattern @above_largest : benefit(1) {
  %t = pdl.type
  %b = pdl.type : i1
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "hw.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %sgt = pdl.attribute = 4 : i64
  %root = pdl.operation "comb.icmp"(%x, %k_value : !pdl.value, !pdl.value) {"predicate" = %sgt} -> (%b : !pdl.type)
  pdl.apply_native_constraint "attr_is_maximum_signed"(%c : !pdl.attribute)
  pdl.rewrite %root {
    %constant = pdl.attribute = false
    %constant2 = pdl.operation "hw.constant" {"value" = %constant} -> (%b : !pdl.type)
    pdl.replace %root with %constant2
  }
}
pdl.pattern @below_one : benefit(1) {
  %t = pdl.type
  %b = pdl.type : i1
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "hw.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %ult = pdl.attribute = 6 : i64
  %root = pdl.operation "comb.icmp"(%x, %k_value : !pdl.value, !pdl.value) {"predicate" = %ult} -> (%b : !pdl.type)
  pdl.apply_native_constraint "attr_is_one"(%c : !pdl.attribute)
  pdl.rewrite %root {
    %d = pdl.apply_native_rewrite "type_zero"(%t : !pdl.type) : !pdl.attribute
    %z = pdl.operation "hw.constant" {"value" = %d} -> (%t : !pdl.type)
    %z_value = pdl.result 0 of %z
    %eq = pdl.attribute = 0 : i64
    %icmp = pdl.operation "comb.icmp"(%x, %z_value : !pdl.value, !pdl.value) {"predicate" = %eq} -> (%b : !pdl.type)
    pdl.replace %root with %icmp
  }
}
pdl.pattern @swap : benefit(1) {
  %t = pdl.type
  %b = pdl.type : i1
  %c = pdl.attribute : %t
  %p = pdl.attribute
  %x = pdl.operand : %t
  %k = pdl.operation "hw.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "comb.icmp"(%k_value, %x : !pdl.value, !pdl.value) {"predicate" = %p} -> (%b : !pdl.type)
  pdl.rewrite %root {
    %q = pdl.apply_native_rewrite "predicate_swapped"(%p : !pdl.attribute) : !pdl.attribute
    %icmp = pdl.operation "comb.icmp"(%x, %k_value : !pdl.value, !pdl.value) {"predicate" = %q} -> (%b : !pdl.type)
    pdl.replace %root with %icmp
  }
}
pdl.pattern @equal_of_sums : benefit(1) {
  %t = pdl.type
  %b = pdl.type : i1
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %z = pdl.operand : %t
  %s = pdl.operation "comb.add"(%x, %z : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %r = pdl.operation "comb.add"(%y, %z : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %s_value = pdl.result 0 of %s
  %r_value = pdl.result 0 of %r
  %eq = pdl.attribute = 0 : i64
  %root = pdl.operation "comb.icmp"(%s_value, %r_value : !pdl.value, !pdl.value) {"predicate" = %eq} -> (%b : !pdl.type)
  pdl.rewrite %root {
    %icmp = pdl.operation "comb.icmp"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %eq} -> (%b : !pdl.type)
    pdl.replace %root with %icmp
  }
}
pdl.pattern @below_of_sums : benefit(1) {
  %t = pdl.type
  %b = pdl.type : i1
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %z = pdl.operand : %t
  %s = pdl.operation "comb.add"(%x, %z : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %r = pdl.operation "comb.add"(%y, %z : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %s_value = pdl.result 0 of %s
  %r_value = pdl.result 0 of %r
  %ult = pdl.attribute = 6 : i64
  %root = pdl.operation "comb.icmp"(%s_value, %r_value : !pdl.value, !pdl.value) {"predicate" = %ult} -> (%b : !pdl.type)
  pdl.rewrite %root {
    %icmp = pdl.operation "comb.icmp"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %ult} -> (%b : !pdl.type)
    pdl.replace %root with %icmp
  }
}
