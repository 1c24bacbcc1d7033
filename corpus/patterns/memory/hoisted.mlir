// A user of the root is made at the root. It may stand in a region that is not entered, or in a block that is not
// reached, so that its undefined behaviour excuses nothing. The mark on the root keeps the pattern from what it made.
pdl.pattern @division : benefit(1) {
  %t = pdl.type : i8
  %mark = pdl.attribute = unit
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) {"assay.once" = %mark} -> (%t : !pdl.type)
  %root_value = pdl.result 0 of %root
  %user = pdl.operation "arith.divui"(%root_value, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %s = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %s_value = pdl.result 0 of %s
    %q = pdl.operation "arith.divui"(%s_value, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %user with %q
    pdl.replace %root with %s
  }
}
pdl.pattern @product : benefit(1) {
  %t = pdl.type : i8
  %mark = pdl.attribute = unit
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) {"assay.once" = %mark} -> (%t : !pdl.type)
  %root_value = pdl.result 0 of %root
  %user = pdl.operation "arith.muli"(%root_value, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %s = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %s_value = pdl.result 0 of %s
    %q = pdl.operation "arith.muli"(%s_value, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %user with %q
    pdl.replace %root with %s
  }
}
pdl.pattern @division_by_constant : benefit(1) {
  %t = pdl.type : i8
  %mark = pdl.attribute = unit
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %constant = pdl.attribute = 3 : i8
  %k = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
  %root = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) {"assay.once" = %mark} -> (%t : !pdl.type)
  %root_value = pdl.result 0 of %root
  %k_value = pdl.result 0 of %k
  %user = pdl.operation "arith.divui"(%root_value, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %s = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %constant2 = pdl.attribute = 3 : i8
    %l = pdl.operation "arith.constant" {"value" = %constant2} -> (%t : !pdl.type)
    %s_value = pdl.result 0 of %s
    %l_value = pdl.result 0 of %l
    %q = pdl.operation "arith.divui"(%s_value, %l_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %user with %q
    pdl.replace %root with %s
  }
}
pdl.pattern @signed_division_by_minus_one : benefit(1) {
  %t = pdl.type : i8
  %mark = pdl.attribute = unit
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %constant = pdl.attribute = -1 : i8
  %k = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
  %root = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) {"assay.once" = %mark} -> (%t : !pdl.type)
  %root_value = pdl.result 0 of %root
  %k_value = pdl.result 0 of %k
  %user = pdl.operation "arith.divsi"(%root_value, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %s = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %constant2 = pdl.attribute = -1 : i8
    %l = pdl.operation "arith.constant" {"value" = %constant2} -> (%t : !pdl.type)
    %s_value = pdl.result 0 of %s
    %l_value = pdl.result 0 of %l
    %q = pdl.operation "arith.divsi"(%s_value, %l_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %user with %q
    pdl.replace %root with %s
  }
}
pdl.pattern @remainder_after_division : benefit(1) {
  %t = pdl.type : i8
  %mark = pdl.attribute = unit
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.divui"(%x, %y : !pdl.value, !pdl.value) {"assay.once" = %mark} -> (%t : !pdl.type)
  %root_value = pdl.result 0 of %root
  %user = pdl.operation "arith.remui"(%root_value, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %s = pdl.operation "arith.divui"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %s_value = pdl.result 0 of %s
    %q = pdl.operation "arith.remui"(%s_value, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %user with %q
    pdl.replace %root with %s
  }
}
pdl.pattern @quotient_of_another_user : benefit(1) {
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %number = pdl.attribute = 1 : i8
  %one = pdl.operation "arith.constant" {"value" = %number} -> (%t : !pdl.type)
  %one_value = pdl.result 0 of %one
  %bit = pdl.operation "arith.minui"(%x, %one_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %bit_value = pdl.result 0 of %bit
  %root = pdl.operation "arith.muli"(%bit_value, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %quotient = pdl.operation "arith.divui"(%x, %bit_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %quotient with (%x : !pdl.value)
  }
}
