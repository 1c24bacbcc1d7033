// Sums, differences and bitwise operations by each other: identities of two's complement that hold at every width.
pdl.pattern @difference_by_complement : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.subi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %c0 = pdl.apply_native_rewrite "type_all_ones"(%t : !pdl.type) : !pdl.attribute
    %c1 = pdl.apply_native_rewrite "type_one"(%t : !pdl.type) : !pdl.attribute
    %ones = pdl.operation "arith.constant" {"value" = %c0} -> (%t : !pdl.type)
    %one = pdl.operation "arith.constant" {"value" = %c1} -> (%t : !pdl.type)
    %ones_value = pdl.result 0 of %ones
    %n = pdl.operation "arith.xori"(%y, %ones_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %n_value = pdl.result 0 of %n
    %s = pdl.operation "arith.addi"(%x, %n_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %s_value = pdl.result 0 of %s
    %one_value = pdl.result 0 of %one
    %addi = pdl.operation "arith.addi"(%s_value, %one_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %addi
  }
}
pdl.pattern @difference_without_one : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.subi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %c0 = pdl.apply_native_rewrite "type_all_ones"(%t : !pdl.type) : !pdl.attribute
    %ones = pdl.operation "arith.constant" {"value" = %c0} -> (%t : !pdl.type)
    %ones_value = pdl.result 0 of %ones
    %n = pdl.operation "arith.xori"(%y, %ones_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %n_value = pdl.result 0 of %n
    %addi = pdl.operation "arith.addi"(%x, %n_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %addi
  }
}
pdl.pattern @sum_by_bits : benefit(1) {
  %t = pdl.type
  %mark = pdl.attribute = unit
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) {"assay.once" = %mark} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %a = pdl.operation "arith.xori"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %c = pdl.operation "arith.andi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %c_value = pdl.result 0 of %c
    %d = pdl.operation "arith.addi"(%c_value, %c_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %a_value = pdl.result 0 of %a
    %d_value = pdl.result 0 of %d
    %addi = pdl.operation "arith.addi"(%a_value, %d_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %addi
  }
}
pdl.pattern @sum_by_bits_unsigned_promise : benefit(1) {
  %t = pdl.type
  %mark = pdl.attribute = unit
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %nuw = pdl.attribute = #arith.overflow<nuw>
  %root = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) {"overflowFlags" = %nuw, "assay.once" = %mark} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %a = pdl.operation "arith.xori"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %c = pdl.operation "arith.andi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %c_value = pdl.result 0 of %c
    %d = pdl.operation "arith.addi"(%c_value, %c_value : !pdl.value, !pdl.value) {"overflowFlags" = %nuw} -> (%t : !pdl.type)
    %a_value = pdl.result 0 of %a
    %d_value = pdl.result 0 of %d
    %addi = pdl.operation "arith.addi"(%a_value, %d_value : !pdl.value, !pdl.value) {"overflowFlags" = %nuw} -> (%t : !pdl.type)
    pdl.replace %root with %addi
  }
}
pdl.pattern @sum_by_bits_signed_promise : benefit(1) {
  %t = pdl.type
  %mark = pdl.attribute = unit
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %nsw = pdl.attribute = #arith.overflow<nsw>
  %root = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) {"overflowFlags" = %nsw, "assay.once" = %mark} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %a = pdl.operation "arith.xori"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %c = pdl.operation "arith.andi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %c_value = pdl.result 0 of %c
    %d = pdl.operation "arith.addi"(%c_value, %c_value : !pdl.value, !pdl.value) {"overflowFlags" = %nsw} -> (%t : !pdl.type)
    %a_value = pdl.result 0 of %a
    %d_value = pdl.result 0 of %d
    %addi = pdl.operation "arith.addi"(%a_value, %d_value : !pdl.value, !pdl.value) {"overflowFlags" = %nsw} -> (%t : !pdl.type)
    pdl.replace %root with %addi
  }
}
pdl.pattern @or_by_sum : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.ori"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %a = pdl.operation "arith.xori"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %c = pdl.operation "arith.andi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %a_value = pdl.result 0 of %a
    %c_value = pdl.result 0 of %c
    %addi = pdl.operation "arith.addi"(%a_value, %c_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %addi
  }
}
pdl.pattern @xor_by_difference : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.xori"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %a = pdl.operation "arith.ori"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %c = pdl.operation "arith.andi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %a_value = pdl.result 0 of %a
    %c_value = pdl.result 0 of %c
    %subi = pdl.operation "arith.subi"(%a_value, %c_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %subi
  }
}
pdl.pattern @and_by_difference : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.andi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %s = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %a = pdl.operation "arith.ori"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %s_value = pdl.result 0 of %s
    %a_value = pdl.result 0 of %a
    %subi = pdl.operation "arith.subi"(%s_value, %a_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %subi
  }
}
pdl.pattern @xor_by_sum : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.xori"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %addi = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %addi
  }
}
