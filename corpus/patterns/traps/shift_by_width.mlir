// A shift by exactly the width is poison. A published tool let it pass as zero.
pdl.pattern @zero_by_shift_i8 : benefit(1) {
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %constant = pdl.attribute = 0 : i8
  %z = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
  %z_value = pdl.result 0 of %z
  %root = pdl.operation "arith.andi"(%x, %z_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %constant2 = pdl.attribute = 8 : i8
    %w = pdl.operation "arith.constant" {"value" = %constant2} -> (%t : !pdl.type)
    %w_value = pdl.result 0 of %w
    %shli = pdl.operation "arith.shli"(%x, %w_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %shli
  }
}
pdl.pattern @shift_to_zero_i8 : benefit(1) {
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %constant = pdl.attribute = 8 : i8
  %w = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
  %w_value = pdl.result 0 of %w
  %root = pdl.operation "arith.shrui"(%x, %w_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %constant2 = pdl.attribute = 0 : i8
    %constant3 = pdl.operation "arith.constant" {"value" = %constant2} -> (%t : !pdl.type)
    pdl.replace %root with %constant3
  }
}
pdl.pattern @sign_by_shift_i8 : benefit(1) {
  %t = pdl.type : i8
  %b = pdl.type : i1
  %x = pdl.operand : %t
  %constant = pdl.attribute = 0 : i8
  %z = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
  %z_value = pdl.result 0 of %z
  %slt = pdl.attribute = 2 : i64
  %n = pdl.operation "arith.cmpi"(%x, %z_value : !pdl.value, !pdl.value) {"predicate" = %slt} -> (%b : !pdl.type)
  %n_value = pdl.result 0 of %n
  %root = pdl.operation "arith.extsi"(%n_value : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %constant2 = pdl.attribute = 8 : i8
    %w = pdl.operation "arith.constant" {"value" = %constant2} -> (%t : !pdl.type)
    %w_value = pdl.result 0 of %w
    %shrsi = pdl.operation "arith.shrsi"(%x, %w_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %shrsi
  }
}
pdl.pattern @sign_by_shift_by_seven_i8 : benefit(1) {
  %t = pdl.type : i8
  %b = pdl.type : i1
  %x = pdl.operand : %t
  %constant = pdl.attribute = 0 : i8
  %z = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
  %z_value = pdl.result 0 of %z
  %slt = pdl.attribute = 2 : i64
  %n = pdl.operation "arith.cmpi"(%x, %z_value : !pdl.value, !pdl.value) {"predicate" = %slt} -> (%b : !pdl.type)
  %n_value = pdl.result 0 of %n
  %root = pdl.operation "arith.extsi"(%n_value : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %constant2 = pdl.attribute = 7 : i8
    %w = pdl.operation "arith.constant" {"value" = %constant2} -> (%t : !pdl.type)
    %w_value = pdl.result 0 of %w
    %shrsi = pdl.operation "arith.shrsi"(%x, %w_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %shrsi
  }
}
