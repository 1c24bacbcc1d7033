// The low and the high half of a product, by a product of twice the width, by each other, and by halves of the
// operands. The forms through a wider type are those of MLIR's lowering to LLVM.
pdl.pattern @unsigned_by_wider_i8 : benefit(1) {
  %t = pdl.type : i8
  %w = pdl.type : i16
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.mului_extended"(%x, %y : !pdl.value, !pdl.value) -> (%t, %t : !pdl.type, !pdl.type)
  pdl.rewrite %root {
    %wx = pdl.operation "arith.extui"(%x : !pdl.value) -> (%w : !pdl.type)
    %wy = pdl.operation "arith.extui"(%y : !pdl.value) -> (%w : !pdl.type)
    %wx_value = pdl.result 0 of %wx
    %wy_value = pdl.result 0 of %wy
    %product = pdl.operation "arith.muli"(%wx_value, %wy_value : !pdl.value, !pdl.value) -> (%w : !pdl.type)
    %product_value = pdl.result 0 of %product
    %low = pdl.operation "arith.trunci"(%product_value : !pdl.value) -> (%t : !pdl.type)
    %constant = pdl.attribute = 8 : i16
    %by = pdl.operation "arith.constant" {"value" = %constant} -> (%w : !pdl.type)
    %by_value = pdl.result 0 of %by
    %top = pdl.operation "arith.shrui"(%product_value, %by_value : !pdl.value, !pdl.value) -> (%w : !pdl.type)
    %top_value = pdl.result 0 of %top
    %high = pdl.operation "arith.trunci"(%top_value : !pdl.value) -> (%t : !pdl.type)
    %low_value = pdl.result 0 of %low
    %high_value = pdl.result 0 of %high
    pdl.replace %root with (%low_value, %high_value : !pdl.value, !pdl.value)
  }
}
pdl.pattern @signed_by_wider_i8 : benefit(1) {
  %t = pdl.type : i8
  %w = pdl.type : i16
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.mulsi_extended"(%x, %y : !pdl.value, !pdl.value) -> (%t, %t : !pdl.type, !pdl.type)
  pdl.rewrite %root {
    %wx = pdl.operation "arith.extsi"(%x : !pdl.value) -> (%w : !pdl.type)
    %wy = pdl.operation "arith.extsi"(%y : !pdl.value) -> (%w : !pdl.type)
    %wx_value = pdl.result 0 of %wx
    %wy_value = pdl.result 0 of %wy
    %product = pdl.operation "arith.muli"(%wx_value, %wy_value : !pdl.value, !pdl.value) -> (%w : !pdl.type)
    %product_value = pdl.result 0 of %product
    %low = pdl.operation "arith.trunci"(%product_value : !pdl.value) -> (%t : !pdl.type)
    %constant = pdl.attribute = 8 : i16
    %by = pdl.operation "arith.constant" {"value" = %constant} -> (%w : !pdl.type)
    %by_value = pdl.result 0 of %by
    %top = pdl.operation "arith.shrui"(%product_value, %by_value : !pdl.value, !pdl.value) -> (%w : !pdl.type)
    %top_value = pdl.result 0 of %top
    %high = pdl.operation "arith.trunci"(%top_value : !pdl.value) -> (%t : !pdl.type)
    %low_value = pdl.result 0 of %low
    %high_value = pdl.result 0 of %high
    pdl.replace %root with (%low_value, %high_value : !pdl.value, !pdl.value)
  }
}
pdl.pattern @signed_by_wider_signed_shift_i8 : benefit(1) {
  %t = pdl.type : i8
  %w = pdl.type : i16
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.mulsi_extended"(%x, %y : !pdl.value, !pdl.value) -> (%t, %t : !pdl.type, !pdl.type)
  pdl.rewrite %root {
    %wx = pdl.operation "arith.extsi"(%x : !pdl.value) -> (%w : !pdl.type)
    %wy = pdl.operation "arith.extsi"(%y : !pdl.value) -> (%w : !pdl.type)
    %wx_value = pdl.result 0 of %wx
    %wy_value = pdl.result 0 of %wy
    %product = pdl.operation "arith.muli"(%wx_value, %wy_value : !pdl.value, !pdl.value) -> (%w : !pdl.type)
    %product_value = pdl.result 0 of %product
    %low = pdl.operation "arith.trunci"(%product_value : !pdl.value) -> (%t : !pdl.type)
    %constant = pdl.attribute = 8 : i16
    %by = pdl.operation "arith.constant" {"value" = %constant} -> (%w : !pdl.type)
    %by_value = pdl.result 0 of %by
    %top = pdl.operation "arith.shrsi"(%product_value, %by_value : !pdl.value, !pdl.value) -> (%w : !pdl.type)
    %top_value = pdl.result 0 of %top
    %high = pdl.operation "arith.trunci"(%top_value : !pdl.value) -> (%t : !pdl.type)
    %low_value = pdl.result 0 of %low
    %high_value = pdl.result 0 of %high
    pdl.replace %root with (%low_value, %high_value : !pdl.value, !pdl.value)
  }
}
pdl.pattern @unsigned_by_signed_wider_i8 : benefit(1) {
  %t = pdl.type : i8
  %w = pdl.type : i16
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.mului_extended"(%x, %y : !pdl.value, !pdl.value) -> (%t, %t : !pdl.type, !pdl.type)
  pdl.rewrite %root {
    %wx = pdl.operation "arith.extsi"(%x : !pdl.value) -> (%w : !pdl.type)
    %wy = pdl.operation "arith.extsi"(%y : !pdl.value) -> (%w : !pdl.type)
    %wx_value = pdl.result 0 of %wx
    %wy_value = pdl.result 0 of %wy
    %product = pdl.operation "arith.muli"(%wx_value, %wy_value : !pdl.value, !pdl.value) -> (%w : !pdl.type)
    %product_value = pdl.result 0 of %product
    %low = pdl.operation "arith.trunci"(%product_value : !pdl.value) -> (%t : !pdl.type)
    %constant = pdl.attribute = 8 : i16
    %by = pdl.operation "arith.constant" {"value" = %constant} -> (%w : !pdl.type)
    %by_value = pdl.result 0 of %by
    %top = pdl.operation "arith.shrui"(%product_value, %by_value : !pdl.value, !pdl.value) -> (%w : !pdl.type)
    %top_value = pdl.result 0 of %top
    %high = pdl.operation "arith.trunci"(%top_value : !pdl.value) -> (%t : !pdl.type)
    %low_value = pdl.result 0 of %low
    %high_value = pdl.result 0 of %high
    pdl.replace %root with (%low_value, %high_value : !pdl.value, !pdl.value)
  }
}
pdl.pattern @signed_by_unsigned_wider_i8 : benefit(1) {
  %t = pdl.type : i8
  %w = pdl.type : i16
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.mulsi_extended"(%x, %y : !pdl.value, !pdl.value) -> (%t, %t : !pdl.type, !pdl.type)
  pdl.rewrite %root {
    %wx = pdl.operation "arith.extui"(%x : !pdl.value) -> (%w : !pdl.type)
    %wy = pdl.operation "arith.extui"(%y : !pdl.value) -> (%w : !pdl.type)
    %wx_value = pdl.result 0 of %wx
    %wy_value = pdl.result 0 of %wy
    %product = pdl.operation "arith.muli"(%wx_value, %wy_value : !pdl.value, !pdl.value) -> (%w : !pdl.type)
    %product_value = pdl.result 0 of %product
    %low = pdl.operation "arith.trunci"(%product_value : !pdl.value) -> (%t : !pdl.type)
    %constant = pdl.attribute = 8 : i16
    %by = pdl.operation "arith.constant" {"value" = %constant} -> (%w : !pdl.type)
    %by_value = pdl.result 0 of %by
    %top = pdl.operation "arith.shrui"(%product_value, %by_value : !pdl.value, !pdl.value) -> (%w : !pdl.type)
    %top_value = pdl.result 0 of %top
    %high = pdl.operation "arith.trunci"(%top_value : !pdl.value) -> (%t : !pdl.type)
    %low_value = pdl.result 0 of %low
    %high_value = pdl.result 0 of %high
    pdl.replace %root with (%low_value, %high_value : !pdl.value, !pdl.value)
  }
}
pdl.pattern @signed_by_unsigned : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.mulsi_extended"(%x, %y : !pdl.value, !pdl.value) -> (%t, %t : !pdl.type, !pdl.type)
  pdl.rewrite %root {
    %c = pdl.apply_native_rewrite "type_zero"(%t : !pdl.type) : !pdl.attribute
    %zero = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
    %both = pdl.operation "arith.mului_extended"(%x, %y : !pdl.value, !pdl.value) -> (%t, %t : !pdl.type, !pdl.type)
    %zero_value = pdl.result 0 of %zero
    %slt = pdl.attribute = 2 : i64
    %xneg = pdl.operation "arith.cmpi"(%x, %zero_value : !pdl.value, !pdl.value) {"predicate" = %slt}
    %yneg = pdl.operation "arith.cmpi"(%y, %zero_value : !pdl.value, !pdl.value) {"predicate" = %slt}
    %xneg_value = pdl.result 0 of %xneg
    %xpart = pdl.operation "arith.select"(%xneg_value, %y, %zero_value : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %yneg_value = pdl.result 0 of %yneg
    %ypart = pdl.operation "arith.select"(%yneg_value, %x, %zero_value : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %both_value1 = pdl.result 1 of %both
    %xpart_value = pdl.result 0 of %xpart
    %once = pdl.operation "arith.subi"(%both_value1, %xpart_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %once_value = pdl.result 0 of %once
    %ypart_value = pdl.result 0 of %ypart
    %high = pdl.operation "arith.subi"(%once_value, %ypart_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %both_value = pdl.result 0 of %both
    %high_value = pdl.result 0 of %high
    pdl.replace %root with (%both_value, %high_value : !pdl.value, !pdl.value)
  }
}
pdl.pattern @low_half : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %none = pdl.attribute = #arith.overflow<none>
  %root = pdl.operation "arith.muli"(%x, %y : !pdl.value, !pdl.value) {"overflowFlags" = %none} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %both = pdl.operation "arith.mului_extended"(%x, %y : !pdl.value, !pdl.value) -> (%t, %t : !pdl.type, !pdl.type)
    %both_value = pdl.result 0 of %both
    pdl.replace %root with (%both_value : !pdl.value)
  }
}
pdl.pattern @halves_of_operands_i8 : benefit(1) {
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.mului_extended"(%x, %y : !pdl.value, !pdl.value) -> (%t, %t : !pdl.type, !pdl.type)
  pdl.rewrite %root {
    %constant = pdl.attribute = 4 : i8
    %four = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
    %constant2 = pdl.attribute = 15 : i8
    %mask = pdl.operation "arith.constant" {"value" = %constant2} -> (%t : !pdl.type)
    %mask_value = pdl.result 0 of %mask
    %xl = pdl.operation "arith.andi"(%x, %mask_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %four_value = pdl.result 0 of %four
    %xh = pdl.operation "arith.shrui"(%x, %four_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %yl = pdl.operation "arith.andi"(%y, %mask_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %yh = pdl.operation "arith.shrui"(%y, %four_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %xl_value = pdl.result 0 of %xl
    %yl_value = pdl.result 0 of %yl
    %ll = pdl.operation "arith.muli"(%xl_value, %yl_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %yh_value = pdl.result 0 of %yh
    %lh = pdl.operation "arith.muli"(%xl_value, %yh_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %xh_value = pdl.result 0 of %xh
    %hl = pdl.operation "arith.muli"(%xh_value, %yl_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %hh = pdl.operation "arith.muli"(%xh_value, %yh_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %ll_value = pdl.result 0 of %ll
    %carry = pdl.operation "arith.shrui"(%ll_value, %four_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %hl_value = pdl.result 0 of %hl
    %carry_value = pdl.result 0 of %carry
    %mid = pdl.operation "arith.addi"(%hl_value, %carry_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %mid_value = pdl.result 0 of %mid
    %midl = pdl.operation "arith.andi"(%mid_value, %mask_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %midh = pdl.operation "arith.shrui"(%mid_value, %four_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %lh_value = pdl.result 0 of %lh
    %midl_value = pdl.result 0 of %midl
    %mid2 = pdl.operation "arith.addi"(%lh_value, %midl_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %mid2_value = pdl.result 0 of %mid2
    %midh2 = pdl.operation "arith.shrui"(%mid2_value, %four_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %hh_value = pdl.result 0 of %hh
    %midh_value = pdl.result 0 of %midh
    %part = pdl.operation "arith.addi"(%hh_value, %midh_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %part_value = pdl.result 0 of %part
    %midh2_value = pdl.result 0 of %midh2
    %high = pdl.operation "arith.addi"(%part_value, %midh2_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %low = pdl.operation "arith.muli"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %low_value = pdl.result 0 of %low
    %high_value = pdl.result 0 of %high
    pdl.replace %root with (%low_value, %high_value : !pdl.value, !pdl.value)
  }
}
pdl.pattern @halves_without_carry_i8 : benefit(1) {
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.mului_extended"(%x, %y : !pdl.value, !pdl.value) -> (%t, %t : !pdl.type, !pdl.type)
  pdl.rewrite %root {
    %constant = pdl.attribute = 4 : i8
    %four = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
    %constant2 = pdl.attribute = 15 : i8
    %mask = pdl.operation "arith.constant" {"value" = %constant2} -> (%t : !pdl.type)
    %mask_value = pdl.result 0 of %mask
    %xl = pdl.operation "arith.andi"(%x, %mask_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %four_value = pdl.result 0 of %four
    %xh = pdl.operation "arith.shrui"(%x, %four_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %yl = pdl.operation "arith.andi"(%y, %mask_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %yh = pdl.operation "arith.shrui"(%y, %four_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %xl_value = pdl.result 0 of %xl
    %yh_value = pdl.result 0 of %yh
    %lh = pdl.operation "arith.muli"(%xl_value, %yh_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %xh_value = pdl.result 0 of %xh
    %yl_value = pdl.result 0 of %yl
    %hl = pdl.operation "arith.muli"(%xh_value, %yl_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %hh = pdl.operation "arith.muli"(%xh_value, %yh_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %hl_value = pdl.result 0 of %hl
    %lh_value = pdl.result 0 of %lh
    %mid = pdl.operation "arith.addi"(%hl_value, %lh_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %mid_value = pdl.result 0 of %mid
    %midh = pdl.operation "arith.shrui"(%mid_value, %four_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %hh_value = pdl.result 0 of %hh
    %midh_value = pdl.result 0 of %midh
    %high = pdl.operation "arith.addi"(%hh_value, %midh_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %low = pdl.operation "arith.muli"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %low_value = pdl.result 0 of %low
    %high_value = pdl.result 0 of %high
    pdl.replace %root with (%low_value, %high_value : !pdl.value, !pdl.value)
  }
}
