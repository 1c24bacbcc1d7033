// Extensions and truncations between open widths. The relations between widths come from the definitions of the
// operations and from native code; what is shown is shown for all widths in that order.
pdl.pattern @truncate_zero_extension : benefit(1) {
  %t = pdl.type
  %s = pdl.type
  %x = pdl.operand : %t
  %e = pdl.operation "arith.extui"(%x : !pdl.value) -> (%s : !pdl.type)
  %e_value = pdl.result 0 of %e
  %root = pdl.operation "arith.trunci"(%e_value : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @truncate_sign_extension : benefit(1) {
  %t = pdl.type
  %s = pdl.type
  %x = pdl.operand : %t
  %e = pdl.operation "arith.extsi"(%x : !pdl.value) -> (%s : !pdl.type)
  %e_value = pdl.result 0 of %e
  %root = pdl.operation "arith.trunci"(%e_value : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @truncate_twice : benefit(1) {
  %t = pdl.type
  %s = pdl.type
  %r = pdl.type
  %x = pdl.operand : %t
  %e = pdl.operation "arith.trunci"(%x : !pdl.value) -> (%s : !pdl.type)
  %e_value = pdl.result 0 of %e
  %root = pdl.operation "arith.trunci"(%e_value : !pdl.value) -> (%r : !pdl.type)
  pdl.rewrite %root {
    %none = pdl.attribute = #arith.overflow<none>
    %trunci = pdl.operation "arith.trunci"(%x : !pdl.value) {"overflowFlags" = %none} -> (%r : !pdl.type)
    pdl.replace %root with %trunci
  }
}
pdl.pattern @extend_twice : benefit(1) {
  %t = pdl.type
  %s = pdl.type
  %r = pdl.type
  %x = pdl.operand : %t
  %e = pdl.operation "arith.extui"(%x : !pdl.value) -> (%s : !pdl.type)
  %e_value = pdl.result 0 of %e
  %root = pdl.operation "arith.extui"(%e_value : !pdl.value) -> (%r : !pdl.type)
  pdl.rewrite %root {
    %extui = pdl.operation "arith.extui"(%x : !pdl.value) -> (%r : !pdl.type)
    pdl.replace %root with %extui
  }
}
pdl.pattern @sign_of_zero_extension : benefit(1) {
  %t = pdl.type
  %s = pdl.type
  %r = pdl.type
  %x = pdl.operand : %t
  %e = pdl.operation "arith.extui"(%x : !pdl.value) -> (%s : !pdl.type)
  %e_value = pdl.result 0 of %e
  %root = pdl.operation "arith.extsi"(%e_value : !pdl.value) -> (%r : !pdl.type)
  pdl.rewrite %root {
    %extui = pdl.operation "arith.extui"(%x : !pdl.value) -> (%r : !pdl.type)
    pdl.replace %root with %extui
  }
}
pdl.pattern @zero_of_sign_extension : benefit(1) {
  %t = pdl.type
  %s = pdl.type
  %r = pdl.type
  %x = pdl.operand : %t
  %e = pdl.operation "arith.extsi"(%x : !pdl.value) -> (%s : !pdl.type)
  %e_value = pdl.result 0 of %e
  %root = pdl.operation "arith.extui"(%e_value : !pdl.value) -> (%r : !pdl.type)
  pdl.rewrite %root {
    %extsi = pdl.operation "arith.extsi"(%x : !pdl.value) -> (%r : !pdl.type)
    pdl.replace %root with %extsi
  }
}
pdl.pattern @sum_of_extensions : benefit(1) {
  %t = pdl.type
  %s = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %a = pdl.operation "arith.extui"(%x : !pdl.value) -> (%s : !pdl.type)
  %d = pdl.operation "arith.extui"(%y : !pdl.value) -> (%s : !pdl.type)
  %a_value = pdl.result 0 of %a
  %d_value = pdl.result 0 of %d
  %root = pdl.operation "arith.addi"(%a_value, %d_value : !pdl.value, !pdl.value) -> (%s : !pdl.type)
  pdl.rewrite %root {
    %e = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %e_value = pdl.result 0 of %e
    %extui = pdl.operation "arith.extui"(%e_value : !pdl.value) -> (%s : !pdl.type)
    pdl.replace %root with %extui
  }
}
pdl.pattern @sum_of_extensions_without_wrap : benefit(1) {
  %t = pdl.type
  %s = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %nuw = pdl.attribute = #arith.overflow<nuw>
  %e = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) {"overflowFlags" = %nuw} -> (%t : !pdl.type)
  %e_value = pdl.result 0 of %e
  %root = pdl.operation "arith.extui"(%e_value : !pdl.value) -> (%s : !pdl.type)
  pdl.rewrite %root {
    %a = pdl.operation "arith.extui"(%x : !pdl.value) -> (%s : !pdl.type)
    %d = pdl.operation "arith.extui"(%y : !pdl.value) -> (%s : !pdl.type)
    %a_value = pdl.result 0 of %a
    %d_value = pdl.result 0 of %d
    %none = pdl.attribute = #arith.overflow<none>
    %addi = pdl.operation "arith.addi"(%a_value, %d_value : !pdl.value, !pdl.value) {"overflowFlags" = %none} -> (%s : !pdl.type)
    pdl.replace %root with %addi
  }
}
pdl.pattern @bits_of_extensions : benefit(1) {
  %t = pdl.type
  %s = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %a = pdl.operation "arith.extui"(%x : !pdl.value) -> (%s : !pdl.type)
  %d = pdl.operation "arith.extui"(%y : !pdl.value) -> (%s : !pdl.type)
  %a_value = pdl.result 0 of %a
  %d_value = pdl.result 0 of %d
  %root = pdl.operation "arith.xori"(%a_value, %d_value : !pdl.value, !pdl.value) -> (%s : !pdl.type)
  pdl.rewrite %root {
    %e = pdl.operation "arith.xori"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %e_value = pdl.result 0 of %e
    %extui = pdl.operation "arith.extui"(%e_value : !pdl.value) -> (%s : !pdl.type)
    pdl.replace %root with %extui
  }
}
pdl.pattern @compare_extensions : benefit(1) {
  %t = pdl.type
  %s = pdl.type
  %b = pdl.type : i1
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %a = pdl.operation "arith.extsi"(%x : !pdl.value) -> (%s : !pdl.type)
  %d = pdl.operation "arith.extsi"(%y : !pdl.value) -> (%s : !pdl.type)
  %a_value = pdl.result 0 of %a
  %d_value = pdl.result 0 of %d
  %slt = pdl.attribute = 2 : i64
  %root = pdl.operation "arith.cmpi"(%a_value, %d_value : !pdl.value, !pdl.value) {"predicate" = %slt} -> (%b : !pdl.type)
  pdl.rewrite %root {
    %cmpi = pdl.operation "arith.cmpi"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %slt} -> (%b : !pdl.type)
    pdl.replace %root with %cmpi
  }
}
pdl.pattern @compare_extensions_of_other_kind : benefit(1) {
  %t = pdl.type
  %s = pdl.type
  %b = pdl.type : i1
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %a = pdl.operation "arith.extui"(%x : !pdl.value) -> (%s : !pdl.type)
  %d = pdl.operation "arith.extui"(%y : !pdl.value) -> (%s : !pdl.type)
  %a_value = pdl.result 0 of %a
  %d_value = pdl.result 0 of %d
  %slt = pdl.attribute = 2 : i64
  %root = pdl.operation "arith.cmpi"(%a_value, %d_value : !pdl.value, !pdl.value) {"predicate" = %slt} -> (%b : !pdl.type)
  pdl.rewrite %root {
    %cmpi = pdl.operation "arith.cmpi"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %slt} -> (%b : !pdl.type)
    pdl.replace %root with %cmpi
  }
}
pdl.pattern @truncate_to_narrower : benefit(1) {
  %t = pdl.type
  %s = pdl.type
  %r = pdl.type
  %x = pdl.operand : %t
  %e = pdl.operation "arith.extui"(%x : !pdl.value) -> (%s : !pdl.type)
  %e_value = pdl.result 0 of %e
  %root = pdl.operation "arith.trunci"(%e_value : !pdl.value) -> (%r : !pdl.type)
  pdl.apply_native_constraint "type_narrower"(%r, %t : !pdl.type, !pdl.type)
  pdl.rewrite %root {
    %none = pdl.attribute = #arith.overflow<none>
    %trunci = pdl.operation "arith.trunci"(%x : !pdl.value) {"overflowFlags" = %none} -> (%r : !pdl.type)
    pdl.replace %root with %trunci
  }
}
pdl.pattern @truncate_to_wider : benefit(1) {
  %t = pdl.type
  %s = pdl.type
  %r = pdl.type
  %x = pdl.operand : %t
  %e = pdl.operation "arith.extui"(%x : !pdl.value) -> (%s : !pdl.type)
  %e_value = pdl.result 0 of %e
  %root = pdl.operation "arith.trunci"(%e_value : !pdl.value) -> (%r : !pdl.type)
  pdl.apply_native_constraint "type_narrower"(%t, %r : !pdl.type, !pdl.type)
  pdl.rewrite %root {
    %extui = pdl.operation "arith.extui"(%x : !pdl.value) -> (%r : !pdl.type)
    pdl.replace %root with %extui
  }
}
pdl.pattern @truncated_sum : benefit(1) {
  %t = pdl.type
  %s = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %a = pdl.operation "arith.extui"(%x : !pdl.value) -> (%s : !pdl.type)
  %d = pdl.operation "arith.extui"(%y : !pdl.value) -> (%s : !pdl.type)
  %a_value = pdl.result 0 of %a
  %d_value = pdl.result 0 of %d
  %e = pdl.operation "arith.addi"(%a_value, %d_value : !pdl.value, !pdl.value) -> (%s : !pdl.type)
  %e_value = pdl.result 0 of %e
  %root = pdl.operation "arith.trunci"(%e_value : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %none = pdl.attribute = #arith.overflow<none>
    %addi = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) {"overflowFlags" = %none} -> (%t : !pdl.type)
    pdl.replace %root with %addi
  }
}
pdl.pattern @truncated_product : benefit(1) {
  %t = pdl.type
  %s = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %a = pdl.operation "arith.extsi"(%x : !pdl.value) -> (%s : !pdl.type)
  %d = pdl.operation "arith.extsi"(%y : !pdl.value) -> (%s : !pdl.type)
  %a_value = pdl.result 0 of %a
  %d_value = pdl.result 0 of %d
  %e = pdl.operation "arith.muli"(%a_value, %d_value : !pdl.value, !pdl.value) -> (%s : !pdl.type)
  %e_value = pdl.result 0 of %e
  %root = pdl.operation "arith.trunci"(%e_value : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %none = pdl.attribute = #arith.overflow<none>
    %muli = pdl.operation "arith.muli"(%x, %y : !pdl.value, !pdl.value) {"overflowFlags" = %none} -> (%t : !pdl.type)
    pdl.replace %root with %muli
  }
}
pdl.pattern @truncated_quotient : benefit(1) {
  %t = pdl.type
  %s = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %a = pdl.operation "arith.extui"(%x : !pdl.value) -> (%s : !pdl.type)
  %d = pdl.operation "arith.extui"(%y : !pdl.value) -> (%s : !pdl.type)
  %a_value = pdl.result 0 of %a
  %d_value = pdl.result 0 of %d
  %e = pdl.operation "arith.divui"(%a_value, %d_value : !pdl.value, !pdl.value) -> (%s : !pdl.type)
  %e_value = pdl.result 0 of %e
  %root = pdl.operation "arith.trunci"(%e_value : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %divui = pdl.operation "arith.divui"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %divui
  }
}
pdl.pattern @truncated_signed_quotient : benefit(1) {
  %t = pdl.type
  %s = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %a = pdl.operation "arith.extsi"(%x : !pdl.value) -> (%s : !pdl.type)
  %d = pdl.operation "arith.extsi"(%y : !pdl.value) -> (%s : !pdl.type)
  %a_value = pdl.result 0 of %a
  %d_value = pdl.result 0 of %d
  %e = pdl.operation "arith.divsi"(%a_value, %d_value : !pdl.value, !pdl.value) -> (%s : !pdl.type)
  %e_value = pdl.result 0 of %e
  %root = pdl.operation "arith.trunci"(%e_value : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %divsi = pdl.operation "arith.divsi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %divsi
  }
}
