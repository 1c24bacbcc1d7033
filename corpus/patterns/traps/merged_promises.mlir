// Two sums with constants as one. Whether the promises of both may be kept is where real compilers were wrong:
// without a wrap in either sum the folded constant may wrap by itself.
pdl.pattern @merged : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %d = pdl.attribute : %t
  %f = pdl.attribute
  %g = pdl.attribute
  %mark = pdl.attribute = unit
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %l = pdl.operation "arith.constant" {"value" = %d} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %inner = pdl.operation "arith.addi"(%x, %k_value : !pdl.value, !pdl.value) {"overflowFlags" = %f} -> (%t : !pdl.type)
  %inner_value = pdl.result 0 of %inner
  %l_value = pdl.result 0 of %l
  %root = pdl.operation "arith.addi"(%inner_value, %l_value : !pdl.value, !pdl.value) {"overflowFlags" = %g, "assay.once" = %mark} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %e = pdl.apply_native_rewrite "attr_add"(%c, %d : !pdl.attribute, !pdl.attribute) : !pdl.attribute
    %h = pdl.apply_native_rewrite "overflow_flags_common"(%f, %g : !pdl.attribute, !pdl.attribute) : !pdl.attribute
    %m = pdl.operation "arith.constant" {"value" = %e} -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %addi = pdl.operation "arith.addi"(%x, %m_value : !pdl.value, !pdl.value) {"overflowFlags" = %h} -> (%t : !pdl.type)
    pdl.replace %root with %addi
  }
}
pdl.pattern @dropped : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %d = pdl.attribute : %t
  %f = pdl.attribute
  %g = pdl.attribute
  %mark = pdl.attribute = unit
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %l = pdl.operation "arith.constant" {"value" = %d} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %inner = pdl.operation "arith.addi"(%x, %k_value : !pdl.value, !pdl.value) {"overflowFlags" = %f} -> (%t : !pdl.type)
  %inner_value = pdl.result 0 of %inner
  %l_value = pdl.result 0 of %l
  %root = pdl.operation "arith.addi"(%inner_value, %l_value : !pdl.value, !pdl.value) {"overflowFlags" = %g, "assay.once" = %mark} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %e = pdl.apply_native_rewrite "attr_add"(%c, %d : !pdl.attribute, !pdl.attribute) : !pdl.attribute
    %m = pdl.operation "arith.constant" {"value" = %e} -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %none = pdl.attribute = #arith.overflow<none>
    %addi = pdl.operation "arith.addi"(%x, %m_value : !pdl.value, !pdl.value) {"overflowFlags" = %none} -> (%t : !pdl.type)
    pdl.replace %root with %addi
  }
}
pdl.pattern @unsigned_kept : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %d = pdl.attribute : %t
  %mark = pdl.attribute = unit
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %l = pdl.operation "arith.constant" {"value" = %d} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %nuw = pdl.attribute = #arith.overflow<nuw>
  %inner = pdl.operation "arith.addi"(%x, %k_value : !pdl.value, !pdl.value) {"overflowFlags" = %nuw} -> (%t : !pdl.type)
  %inner_value = pdl.result 0 of %inner
  %l_value = pdl.result 0 of %l
  %root = pdl.operation "arith.addi"(%inner_value, %l_value : !pdl.value, !pdl.value) {"overflowFlags" = %nuw, "assay.once" = %mark} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %e = pdl.apply_native_rewrite "attr_add"(%c, %d : !pdl.attribute, !pdl.attribute) : !pdl.attribute
    %m = pdl.operation "arith.constant" {"value" = %e} -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %addi = pdl.operation "arith.addi"(%x, %m_value : !pdl.value, !pdl.value) {"overflowFlags" = %nuw} -> (%t : !pdl.type)
    pdl.replace %root with %addi
  }
}
pdl.pattern @signed_kept : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %d = pdl.attribute : %t
  %mark = pdl.attribute = unit
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %l = pdl.operation "arith.constant" {"value" = %d} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %nsw = pdl.attribute = #arith.overflow<nsw>
  %inner = pdl.operation "arith.addi"(%x, %k_value : !pdl.value, !pdl.value) {"overflowFlags" = %nsw} -> (%t : !pdl.type)
  %inner_value = pdl.result 0 of %inner
  %l_value = pdl.result 0 of %l
  %root = pdl.operation "arith.addi"(%inner_value, %l_value : !pdl.value, !pdl.value) {"overflowFlags" = %nsw, "assay.once" = %mark} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %e = pdl.apply_native_rewrite "attr_add"(%c, %d : !pdl.attribute, !pdl.attribute) : !pdl.attribute
    %m = pdl.operation "arith.constant" {"value" = %e} -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %addi = pdl.operation "arith.addi"(%x, %m_value : !pdl.value, !pdl.value) {"overflowFlags" = %nsw} -> (%t : !pdl.type)
    pdl.replace %root with %addi
  }
}
