// Two constants become one, by native code that folds attributes: the shape of most canonicalisations of arith. The
// created operation makes no promise.
pdl.pattern @addi : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %d = pdl.attribute : %t
  %mark = pdl.attribute = unit
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %l = pdl.operation "arith.constant" {"value" = %d} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %inner = pdl.operation "arith.addi"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %inner_value = pdl.result 0 of %inner
  %l_value = pdl.result 0 of %l
  %root = pdl.operation "arith.addi"(%inner_value, %l_value : !pdl.value, !pdl.value) {"assay.once" = %mark} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %e = pdl.apply_native_rewrite "attr_add"(%c, %d : !pdl.attribute, !pdl.attribute) : !pdl.attribute
    %m = pdl.operation "arith.constant" {"value" = %e} -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %none = pdl.attribute = #arith.overflow<none>
    %addi = pdl.operation "arith.addi"(%x, %m_value : !pdl.value, !pdl.value) {"overflowFlags" = %none} -> (%t : !pdl.type)
    pdl.replace %root with %addi
  }
}
pdl.pattern @muli : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %d = pdl.attribute : %t
  %mark = pdl.attribute = unit
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %l = pdl.operation "arith.constant" {"value" = %d} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %inner = pdl.operation "arith.muli"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %inner_value = pdl.result 0 of %inner
  %l_value = pdl.result 0 of %l
  %root = pdl.operation "arith.muli"(%inner_value, %l_value : !pdl.value, !pdl.value) {"assay.once" = %mark} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %e = pdl.apply_native_rewrite "attr_mul"(%c, %d : !pdl.attribute, !pdl.attribute) : !pdl.attribute
    %m = pdl.operation "arith.constant" {"value" = %e} -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %none = pdl.attribute = #arith.overflow<none>
    %muli = pdl.operation "arith.muli"(%x, %m_value : !pdl.value, !pdl.value) {"overflowFlags" = %none} -> (%t : !pdl.type)
    pdl.replace %root with %muli
  }
}
pdl.pattern @andi : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %d = pdl.attribute : %t
  %mark = pdl.attribute = unit
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %l = pdl.operation "arith.constant" {"value" = %d} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %inner = pdl.operation "arith.andi"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %inner_value = pdl.result 0 of %inner
  %l_value = pdl.result 0 of %l
  %root = pdl.operation "arith.andi"(%inner_value, %l_value : !pdl.value, !pdl.value) {"assay.once" = %mark} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %e = pdl.apply_native_rewrite "attr_and"(%c, %d : !pdl.attribute, !pdl.attribute) : !pdl.attribute
    %m = pdl.operation "arith.constant" {"value" = %e} -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %andi = pdl.operation "arith.andi"(%x, %m_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %andi
  }
}
pdl.pattern @ori : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %d = pdl.attribute : %t
  %mark = pdl.attribute = unit
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %l = pdl.operation "arith.constant" {"value" = %d} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %inner = pdl.operation "arith.ori"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %inner_value = pdl.result 0 of %inner
  %l_value = pdl.result 0 of %l
  %root = pdl.operation "arith.ori"(%inner_value, %l_value : !pdl.value, !pdl.value) {"assay.once" = %mark} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %e = pdl.apply_native_rewrite "attr_or"(%c, %d : !pdl.attribute, !pdl.attribute) : !pdl.attribute
    %m = pdl.operation "arith.constant" {"value" = %e} -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %ori = pdl.operation "arith.ori"(%x, %m_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %ori
  }
}
pdl.pattern @xori : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %d = pdl.attribute : %t
  %mark = pdl.attribute = unit
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %l = pdl.operation "arith.constant" {"value" = %d} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %inner = pdl.operation "arith.xori"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %inner_value = pdl.result 0 of %inner
  %l_value = pdl.result 0 of %l
  %root = pdl.operation "arith.xori"(%inner_value, %l_value : !pdl.value, !pdl.value) {"assay.once" = %mark} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %e = pdl.apply_native_rewrite "attr_xor"(%c, %d : !pdl.attribute, !pdl.attribute) : !pdl.attribute
    %m = pdl.operation "arith.constant" {"value" = %e} -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %xori = pdl.operation "arith.xori"(%x, %m_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %xori
  }
}
pdl.pattern @subi_as_addi : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "arith.subi"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %d = pdl.apply_native_rewrite "attr_negate"(%c : !pdl.attribute) : !pdl.attribute
    %m = pdl.operation "arith.constant" {"value" = %d} -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %none = pdl.attribute = #arith.overflow<none>
    %addi = pdl.operation "arith.addi"(%x, %m_value : !pdl.value, !pdl.value) {"overflowFlags" = %none} -> (%t : !pdl.type)
    pdl.replace %root with %addi
  }
}
pdl.pattern @subi_as_addi_kept : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %nsw = pdl.attribute = #arith.overflow<nsw>
  %root = pdl.operation "arith.subi"(%x, %k_value : !pdl.value, !pdl.value) {"overflowFlags" = %nsw} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %d = pdl.apply_native_rewrite "attr_negate"(%c : !pdl.attribute) : !pdl.attribute
    %m = pdl.operation "arith.constant" {"value" = %d} -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %addi = pdl.operation "arith.addi"(%x, %m_value : !pdl.value, !pdl.value) {"overflowFlags" = %nsw} -> (%t : !pdl.type)
    pdl.replace %root with %addi
  }
}
pdl.pattern @add_then_subtract : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %d = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %l = pdl.operation "arith.constant" {"value" = %d} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %s = pdl.operation "arith.addi"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %s_value = pdl.result 0 of %s
  %l_value = pdl.result 0 of %l
  %root = pdl.operation "arith.subi"(%s_value, %l_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %e = pdl.apply_native_rewrite "attr_sub"(%c, %d : !pdl.attribute, !pdl.attribute) : !pdl.attribute
    %m = pdl.operation "arith.constant" {"value" = %e} -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %none = pdl.attribute = #arith.overflow<none>
    %addi = pdl.operation "arith.addi"(%x, %m_value : !pdl.value, !pdl.value) {"overflowFlags" = %none} -> (%t : !pdl.type)
    pdl.replace %root with %addi
  }
}
pdl.pattern @constant_less_sum : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %d = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %l = pdl.operation "arith.constant" {"value" = %d} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %s = pdl.operation "arith.addi"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %l_value = pdl.result 0 of %l
  %s_value = pdl.result 0 of %s
  %root = pdl.operation "arith.subi"(%l_value, %s_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %e = pdl.apply_native_rewrite "attr_sub"(%d, %c : !pdl.attribute, !pdl.attribute) : !pdl.attribute
    %m = pdl.operation "arith.constant" {"value" = %e} -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %none = pdl.attribute = #arith.overflow<none>
    %subi = pdl.operation "arith.subi"(%m_value, %x : !pdl.value, !pdl.value) {"overflowFlags" = %none} -> (%t : !pdl.type)
    pdl.replace %root with %subi
  }
}
pdl.pattern @sum_of_products : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %d = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %l = pdl.operation "arith.constant" {"value" = %d} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %p = pdl.operation "arith.muli"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %l_value = pdl.result 0 of %l
  %q = pdl.operation "arith.muli"(%x, %l_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %p_value = pdl.result 0 of %p
  %q_value = pdl.result 0 of %q
  %root = pdl.operation "arith.addi"(%p_value, %q_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %e = pdl.apply_native_rewrite "attr_add"(%c, %d : !pdl.attribute, !pdl.attribute) : !pdl.attribute
    %m = pdl.operation "arith.constant" {"value" = %e} -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %none = pdl.attribute = #arith.overflow<none>
    %muli = pdl.operation "arith.muli"(%x, %m_value : !pdl.value, !pdl.value) {"overflowFlags" = %none} -> (%t : !pdl.type)
    pdl.replace %root with %muli
  }
}
pdl.pattern @extrema : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %d = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %l = pdl.operation "arith.constant" {"value" = %d} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %i = pdl.operation "arith.maxui"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %i_value = pdl.result 0 of %i
  %l_value = pdl.result 0 of %l
  %root = pdl.operation "arith.maxui"(%i_value, %l_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %e = pdl.apply_native_rewrite "attr_max_unsigned"(%c, %d : !pdl.attribute, !pdl.attribute) : !pdl.attribute
    %m = pdl.operation "arith.constant" {"value" = %e} -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %maxui = pdl.operation "arith.maxui"(%x, %m_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %maxui
  }
}
pdl.pattern @extrema_of_other_order : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %d = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %l = pdl.operation "arith.constant" {"value" = %d} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %i = pdl.operation "arith.maxui"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %i_value = pdl.result 0 of %i
  %l_value = pdl.result 0 of %l
  %root = pdl.operation "arith.maxui"(%i_value, %l_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %e = pdl.apply_native_rewrite "attr_max_signed"(%c, %d : !pdl.attribute, !pdl.attribute) : !pdl.attribute
    %m = pdl.operation "arith.constant" {"value" = %e} -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %maxui = pdl.operation "arith.maxui"(%x, %m_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %maxui
  }
}
pdl.pattern @shifts : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %d = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %l = pdl.operation "arith.constant" {"value" = %d} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %i = pdl.operation "arith.shli"(%x, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %i_value = pdl.result 0 of %i
  %l_value = pdl.result 0 of %l
  %root = pdl.operation "arith.shli"(%i_value, %l_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %e = pdl.apply_native_rewrite "attr_add"(%c, %d : !pdl.attribute, !pdl.attribute) : !pdl.attribute
    %m = pdl.operation "arith.constant" {"value" = %e} -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %none = pdl.attribute = #arith.overflow<none>
    %shli = pdl.operation "arith.shli"(%x, %m_value : !pdl.value, !pdl.value) {"overflowFlags" = %none} -> (%t : !pdl.type)
    pdl.replace %root with %shli
  }
}
