// Matchers that no valid program meets: whatever the rewrite is, it never runs. A published tool calls the first
// sound. The contradictory constraints are found by what their contracts say.
pdl.pattern @extension_from_wider : benefit(1) {
  %n = pdl.type : i8
  %w = pdl.type : i16
  %x = pdl.operand : %w
  %root = pdl.operation "arith.extsi"(%x : !pdl.value) -> (%n : !pdl.type)
  pdl.rewrite %root {
    %trunci = pdl.operation "arith.trunci"(%x : !pdl.value) -> (%n : !pdl.type)
    pdl.replace %root with %trunci
  }
}
pdl.pattern @zero_and_one : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "arith.addi"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_is_zero"(%c : !pdl.attribute)
  pdl.apply_native_constraint "attr_is_one"(%c : !pdl.attribute)
  pdl.rewrite %root {
    pdl.replace %root with %k
  }
}
pdl.pattern @zero_and_not_zero : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "arith.addi"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_is_zero"(%c : !pdl.attribute)
  pdl.apply_native_constraint "attr_is_zero"(%c : !pdl.attribute) {isNegated = true}
  pdl.rewrite %root {
    pdl.replace %root with %k
  }
}
pdl.pattern @narrower_and_wider : benefit(1) {
  %t = pdl.type
  %s = pdl.type
  %x = pdl.operand : %t
  %root = pdl.operation "arith.trunci"(%x : !pdl.value) -> (%s : !pdl.type)
  pdl.apply_native_constraint "type_narrower"(%s, %t : !pdl.type, !pdl.type)
  pdl.apply_native_constraint "type_narrower"(%t, %s : !pdl.type, !pdl.type)
  pdl.rewrite %root {
    %extui = pdl.operation "arith.extui"(%x : !pdl.value) -> (%s : !pdl.type)
    pdl.replace %root with %extui
  }
}
pdl.pattern @all_ones_and_one : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "arith.muli"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_is_one"(%c : !pdl.attribute)
  pdl.apply_native_constraint "attr_is_all_ones"(%c : !pdl.attribute)
  pdl.rewrite %root {
    %addi = pdl.operation "arith.addi"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %addi
  }
}
