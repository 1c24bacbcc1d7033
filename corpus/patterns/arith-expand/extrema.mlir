// The smaller and the larger of two numbers by a comparison and a choice, as MLIR's lowering of arith to other
// dialects writes them. An operand that is poison makes the comparison poison, and with it the choice, as it makes
// the original.
pdl.pattern @maxsi : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.maxsi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %sgt = pdl.attribute = 4 : i64
    %first = pdl.operation "arith.cmpi"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %sgt}
    %first_value = pdl.result 0 of %first
    %select = pdl.operation "arith.select"(%first_value, %x, %y : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %select
  }
}
pdl.pattern @maxsi_or_equal : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.maxsi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %sge = pdl.attribute = 5 : i64
    %first = pdl.operation "arith.cmpi"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %sge}
    %first_value = pdl.result 0 of %first
    %select = pdl.operation "arith.select"(%first_value, %x, %y : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %select
  }
}
pdl.pattern @minsi : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.minsi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %slt = pdl.attribute = 2 : i64
    %first = pdl.operation "arith.cmpi"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %slt}
    %first_value = pdl.result 0 of %first
    %select = pdl.operation "arith.select"(%first_value, %x, %y : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %select
  }
}
pdl.pattern @minsi_or_equal : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.minsi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %sle = pdl.attribute = 3 : i64
    %first = pdl.operation "arith.cmpi"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %sle}
    %first_value = pdl.result 0 of %first
    %select = pdl.operation "arith.select"(%first_value, %x, %y : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %select
  }
}
pdl.pattern @maxui : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.maxui"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %ugt = pdl.attribute = 8 : i64
    %first = pdl.operation "arith.cmpi"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %ugt}
    %first_value = pdl.result 0 of %first
    %select = pdl.operation "arith.select"(%first_value, %x, %y : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %select
  }
}
pdl.pattern @maxui_or_equal : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.maxui"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %uge = pdl.attribute = 9 : i64
    %first = pdl.operation "arith.cmpi"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %uge}
    %first_value = pdl.result 0 of %first
    %select = pdl.operation "arith.select"(%first_value, %x, %y : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %select
  }
}
pdl.pattern @minui : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.minui"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %ult = pdl.attribute = 6 : i64
    %first = pdl.operation "arith.cmpi"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %ult}
    %first_value = pdl.result 0 of %first
    %select = pdl.operation "arith.select"(%first_value, %x, %y : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %select
  }
}
pdl.pattern @minui_or_equal : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.minui"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %ule = pdl.attribute = 7 : i64
    %first = pdl.operation "arith.cmpi"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %ule}
    %first_value = pdl.result 0 of %first
    %select = pdl.operation "arith.select"(%first_value, %x, %y : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %select
  }
}
pdl.pattern @maxui_by_signed : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.maxui"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %sgt = pdl.attribute = 4 : i64
    %first = pdl.operation "arith.cmpi"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %sgt}
    %first_value = pdl.result 0 of %first
    %select = pdl.operation "arith.select"(%first_value, %x, %y : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %select
  }
}
pdl.pattern @minsi_swapped : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.minsi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %slt = pdl.attribute = 2 : i64
    %first = pdl.operation "arith.cmpi"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %slt}
    %first_value = pdl.result 0 of %first
    %select = pdl.operation "arith.select"(%first_value, %y, %x : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %select
  }
}
pdl.pattern @maxsi_by_difference_i8 : benefit(1) {
  %t = pdl.type : i8
  %b = pdl.type : i1
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.maxsi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %constant = pdl.attribute = 0 : i8
    %zero = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
    %less = pdl.operation "arith.subi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %less_value = pdl.result 0 of %less
    %zero_value = pdl.result 0 of %zero
    %sgt = pdl.attribute = 4 : i64
    %positive = pdl.operation "arith.cmpi"(%less_value, %zero_value : !pdl.value, !pdl.value) {"predicate" = %sgt} -> (%b : !pdl.type)
    %positive_value = pdl.result 0 of %positive
    %select = pdl.operation "arith.select"(%positive_value, %x, %y : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %select
  }
}
pdl.pattern @minui_by_bits : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.minui"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %differ = pdl.operation "arith.xori"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %ult = pdl.attribute = 6 : i64
    %below = pdl.operation "arith.cmpi"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %ult}
    %c0 = pdl.apply_native_rewrite "type_zero"(%t : !pdl.type) : !pdl.attribute
    %zero = pdl.operation "arith.constant" {"value" = %c0} -> (%t : !pdl.type)
    %below_value = pdl.result 0 of %below
    %differ_value = pdl.result 0 of %differ
    %zero_value = pdl.result 0 of %zero
    %mask = pdl.operation "arith.select"(%below_value, %differ_value, %zero_value : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %mask_value = pdl.result 0 of %mask
    %xori = pdl.operation "arith.xori"(%y, %mask_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %xori
  }
}
