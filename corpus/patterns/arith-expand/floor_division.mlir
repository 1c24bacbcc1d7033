// A signed division that rounds down, by one that rounds towards zero. The published expansion (-1 - (x - n) / m for
// mixed signs, x = 1 or -1 by the sign of m, n / m otherwise) in the two forms in which it is known to be wrong, and
// corrections of the quotient, right and wrong.
pdl.pattern @published_not_equal_i4 : benefit(1) {
  %t = pdl.type : i4
  %b = pdl.type : i1
  %n = pdl.operand : %t
  %m = pdl.operand : %t
  %root = pdl.operation "arith.floordivsi"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %constant = pdl.attribute = 0 : i4
    %zero = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
    %constant2 = pdl.attribute = 1 : i4
    %one = pdl.operation "arith.constant" {"value" = %constant2} -> (%t : !pdl.type)
    %constant3 = pdl.attribute = -1 : i4
    %minus = pdl.operation "arith.constant" {"value" = %constant3} -> (%t : !pdl.type)
    %zero_value = pdl.result 0 of %zero
    %ne = pdl.attribute = 1 : i64
    %mneg = pdl.operation "arith.cmpi"(%m, %zero_value : !pdl.value, !pdl.value) {"predicate" = %ne} -> (%b : !pdl.type)
    %mneg_value = pdl.result 0 of %mneg
    %one_value = pdl.result 0 of %one
    %minus_value = pdl.result 0 of %minus
    %step = pdl.operation "arith.select"(%mneg_value, %one_value, %minus_value : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %step_value = pdl.result 0 of %step
    %near = pdl.operation "arith.subi"(%step_value, %n : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %near_value = pdl.result 0 of %near
    %part = pdl.operation "arith.divsi"(%near_value, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %part_value = pdl.result 0 of %part
    %down = pdl.operation "arith.subi"(%minus_value, %part_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %plain = pdl.operation "arith.divsi"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %nneg = pdl.operation "arith.cmpi"(%n, %zero_value : !pdl.value, !pdl.value) {"predicate" = %ne} -> (%b : !pdl.type)
    %npos = pdl.operation "arith.cmpi"(%zero_value, %n : !pdl.value, !pdl.value) {"predicate" = %ne} -> (%b : !pdl.type)
    %mpos = pdl.operation "arith.cmpi"(%zero_value, %m : !pdl.value, !pdl.value) {"predicate" = %ne} -> (%b : !pdl.type)
    %nneg_value = pdl.result 0 of %nneg
    %mpos_value = pdl.result 0 of %mpos
    %first = pdl.operation "arith.andi"(%nneg_value, %mpos_value : !pdl.value, !pdl.value) -> (%b : !pdl.type)
    %npos_value = pdl.result 0 of %npos
    %second = pdl.operation "arith.andi"(%npos_value, %mneg_value : !pdl.value, !pdl.value) -> (%b : !pdl.type)
    %first_value = pdl.result 0 of %first
    %second_value = pdl.result 0 of %second
    %mixed = pdl.operation "arith.ori"(%first_value, %second_value : !pdl.value, !pdl.value) -> (%b : !pdl.type)
    %mixed_value = pdl.result 0 of %mixed
    %down_value = pdl.result 0 of %down
    %plain_value = pdl.result 0 of %plain
    %select = pdl.operation "arith.select"(%mixed_value, %down_value, %plain_value : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %select
  }
}
pdl.pattern @published_less_than_i4 : benefit(1) {
  %t = pdl.type : i4
  %b = pdl.type : i1
  %n = pdl.operand : %t
  %m = pdl.operand : %t
  %root = pdl.operation "arith.floordivsi"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %constant = pdl.attribute = 0 : i4
    %zero = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
    %constant2 = pdl.attribute = 1 : i4
    %one = pdl.operation "arith.constant" {"value" = %constant2} -> (%t : !pdl.type)
    %constant3 = pdl.attribute = -1 : i4
    %minus = pdl.operation "arith.constant" {"value" = %constant3} -> (%t : !pdl.type)
    %zero_value = pdl.result 0 of %zero
    %slt = pdl.attribute = 2 : i64
    %mneg = pdl.operation "arith.cmpi"(%m, %zero_value : !pdl.value, !pdl.value) {"predicate" = %slt} -> (%b : !pdl.type)
    %mneg_value = pdl.result 0 of %mneg
    %one_value = pdl.result 0 of %one
    %minus_value = pdl.result 0 of %minus
    %step = pdl.operation "arith.select"(%mneg_value, %one_value, %minus_value : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %step_value = pdl.result 0 of %step
    %near = pdl.operation "arith.subi"(%step_value, %n : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %near_value = pdl.result 0 of %near
    %part = pdl.operation "arith.divsi"(%near_value, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %part_value = pdl.result 0 of %part
    %down = pdl.operation "arith.subi"(%minus_value, %part_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %plain = pdl.operation "arith.divsi"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %nneg = pdl.operation "arith.cmpi"(%n, %zero_value : !pdl.value, !pdl.value) {"predicate" = %slt} -> (%b : !pdl.type)
    %npos = pdl.operation "arith.cmpi"(%zero_value, %n : !pdl.value, !pdl.value) {"predicate" = %slt} -> (%b : !pdl.type)
    %mpos = pdl.operation "arith.cmpi"(%zero_value, %m : !pdl.value, !pdl.value) {"predicate" = %slt} -> (%b : !pdl.type)
    %nneg_value = pdl.result 0 of %nneg
    %mpos_value = pdl.result 0 of %mpos
    %first = pdl.operation "arith.andi"(%nneg_value, %mpos_value : !pdl.value, !pdl.value) -> (%b : !pdl.type)
    %npos_value = pdl.result 0 of %npos
    %second = pdl.operation "arith.andi"(%npos_value, %mneg_value : !pdl.value, !pdl.value) -> (%b : !pdl.type)
    %first_value = pdl.result 0 of %first
    %second_value = pdl.result 0 of %second
    %mixed = pdl.operation "arith.ori"(%first_value, %second_value : !pdl.value, !pdl.value) -> (%b : !pdl.type)
    %mixed_value = pdl.result 0 of %mixed
    %down_value = pdl.result 0 of %down
    %plain_value = pdl.result 0 of %plain
    %select = pdl.operation "arith.select"(%mixed_value, %down_value, %plain_value : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %select
  }
}
pdl.pattern @published_not_equal_i8 : benefit(1) {
  %t = pdl.type : i8
  %b = pdl.type : i1
  %n = pdl.operand : %t
  %m = pdl.operand : %t
  %root = pdl.operation "arith.floordivsi"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %constant = pdl.attribute = 0 : i8
    %zero = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
    %constant2 = pdl.attribute = 1 : i8
    %one = pdl.operation "arith.constant" {"value" = %constant2} -> (%t : !pdl.type)
    %constant3 = pdl.attribute = -1 : i8
    %minus = pdl.operation "arith.constant" {"value" = %constant3} -> (%t : !pdl.type)
    %zero_value = pdl.result 0 of %zero
    %ne = pdl.attribute = 1 : i64
    %mneg = pdl.operation "arith.cmpi"(%m, %zero_value : !pdl.value, !pdl.value) {"predicate" = %ne} -> (%b : !pdl.type)
    %mneg_value = pdl.result 0 of %mneg
    %one_value = pdl.result 0 of %one
    %minus_value = pdl.result 0 of %minus
    %step = pdl.operation "arith.select"(%mneg_value, %one_value, %minus_value : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %step_value = pdl.result 0 of %step
    %near = pdl.operation "arith.subi"(%step_value, %n : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %near_value = pdl.result 0 of %near
    %part = pdl.operation "arith.divsi"(%near_value, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %part_value = pdl.result 0 of %part
    %down = pdl.operation "arith.subi"(%minus_value, %part_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %plain = pdl.operation "arith.divsi"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %nneg = pdl.operation "arith.cmpi"(%n, %zero_value : !pdl.value, !pdl.value) {"predicate" = %ne} -> (%b : !pdl.type)
    %npos = pdl.operation "arith.cmpi"(%zero_value, %n : !pdl.value, !pdl.value) {"predicate" = %ne} -> (%b : !pdl.type)
    %mpos = pdl.operation "arith.cmpi"(%zero_value, %m : !pdl.value, !pdl.value) {"predicate" = %ne} -> (%b : !pdl.type)
    %nneg_value = pdl.result 0 of %nneg
    %mpos_value = pdl.result 0 of %mpos
    %first = pdl.operation "arith.andi"(%nneg_value, %mpos_value : !pdl.value, !pdl.value) -> (%b : !pdl.type)
    %npos_value = pdl.result 0 of %npos
    %second = pdl.operation "arith.andi"(%npos_value, %mneg_value : !pdl.value, !pdl.value) -> (%b : !pdl.type)
    %first_value = pdl.result 0 of %first
    %second_value = pdl.result 0 of %second
    %mixed = pdl.operation "arith.ori"(%first_value, %second_value : !pdl.value, !pdl.value) -> (%b : !pdl.type)
    %mixed_value = pdl.result 0 of %mixed
    %down_value = pdl.result 0 of %down
    %plain_value = pdl.result 0 of %plain
    %select = pdl.operation "arith.select"(%mixed_value, %down_value, %plain_value : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %select
  }
}
pdl.pattern @published_less_than_i8 : benefit(1) {
  %t = pdl.type : i8
  %b = pdl.type : i1
  %n = pdl.operand : %t
  %m = pdl.operand : %t
  %root = pdl.operation "arith.floordivsi"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %constant = pdl.attribute = 0 : i8
    %zero = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
    %constant2 = pdl.attribute = 1 : i8
    %one = pdl.operation "arith.constant" {"value" = %constant2} -> (%t : !pdl.type)
    %constant3 = pdl.attribute = -1 : i8
    %minus = pdl.operation "arith.constant" {"value" = %constant3} -> (%t : !pdl.type)
    %zero_value = pdl.result 0 of %zero
    %slt = pdl.attribute = 2 : i64
    %mneg = pdl.operation "arith.cmpi"(%m, %zero_value : !pdl.value, !pdl.value) {"predicate" = %slt} -> (%b : !pdl.type)
    %mneg_value = pdl.result 0 of %mneg
    %one_value = pdl.result 0 of %one
    %minus_value = pdl.result 0 of %minus
    %step = pdl.operation "arith.select"(%mneg_value, %one_value, %minus_value : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %step_value = pdl.result 0 of %step
    %near = pdl.operation "arith.subi"(%step_value, %n : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %near_value = pdl.result 0 of %near
    %part = pdl.operation "arith.divsi"(%near_value, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %part_value = pdl.result 0 of %part
    %down = pdl.operation "arith.subi"(%minus_value, %part_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %plain = pdl.operation "arith.divsi"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %nneg = pdl.operation "arith.cmpi"(%n, %zero_value : !pdl.value, !pdl.value) {"predicate" = %slt} -> (%b : !pdl.type)
    %npos = pdl.operation "arith.cmpi"(%zero_value, %n : !pdl.value, !pdl.value) {"predicate" = %slt} -> (%b : !pdl.type)
    %mpos = pdl.operation "arith.cmpi"(%zero_value, %m : !pdl.value, !pdl.value) {"predicate" = %slt} -> (%b : !pdl.type)
    %nneg_value = pdl.result 0 of %nneg
    %mpos_value = pdl.result 0 of %mpos
    %first = pdl.operation "arith.andi"(%nneg_value, %mpos_value : !pdl.value, !pdl.value) -> (%b : !pdl.type)
    %npos_value = pdl.result 0 of %npos
    %second = pdl.operation "arith.andi"(%npos_value, %mneg_value : !pdl.value, !pdl.value) -> (%b : !pdl.type)
    %first_value = pdl.result 0 of %first
    %second_value = pdl.result 0 of %second
    %mixed = pdl.operation "arith.ori"(%first_value, %second_value : !pdl.value, !pdl.value) -> (%b : !pdl.type)
    %mixed_value = pdl.result 0 of %mixed
    %down_value = pdl.result 0 of %down
    %plain_value = pdl.result 0 of %plain
    %select = pdl.operation "arith.select"(%mixed_value, %down_value, %plain_value : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %select
  }
}
pdl.pattern @correct_quotient : benefit(1) {
  %t = pdl.type
  %n = pdl.operand : %t
  %m = pdl.operand : %t
  %root = pdl.operation "arith.floordivsi"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %c0 = pdl.apply_native_rewrite "type_zero"(%t : !pdl.type) : !pdl.attribute
    %c1 = pdl.apply_native_rewrite "type_all_ones"(%t : !pdl.type) : !pdl.attribute
    %zero = pdl.operation "arith.constant" {"value" = %c0} -> (%t : !pdl.type)
    %minus = pdl.operation "arith.constant" {"value" = %c1} -> (%t : !pdl.type)
    %quotient = pdl.operation "arith.divsi"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %quotient_value = pdl.result 0 of %quotient
    %product = pdl.operation "arith.muli"(%quotient_value, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %product_value = pdl.result 0 of %product
    %ne = pdl.attribute = 1 : i64
    %inexact = pdl.operation "arith.cmpi"(%n, %product_value : !pdl.value, !pdl.value) {"predicate" = %ne}
    %zero_value = pdl.result 0 of %zero
    %slt = pdl.attribute = 2 : i64
    %nneg = pdl.operation "arith.cmpi"(%n, %zero_value : !pdl.value, !pdl.value) {"predicate" = %slt}
    %mneg = pdl.operation "arith.cmpi"(%m, %zero_value : !pdl.value, !pdl.value) {"predicate" = %slt}
    %nneg_value = pdl.result 0 of %nneg
    %mneg_value = pdl.result 0 of %mneg
    %mixed = pdl.operation "arith.cmpi"(%nneg_value, %mneg_value : !pdl.value, !pdl.value) {"predicate" = %ne}
    %inexact_value = pdl.result 0 of %inexact
    %mixed_value = pdl.result 0 of %mixed
    %lower = pdl.operation "arith.andi"(%inexact_value, %mixed_value : !pdl.value, !pdl.value)
    %minus_value = pdl.result 0 of %minus
    %less = pdl.operation "arith.addi"(%quotient_value, %minus_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %lower_value = pdl.result 0 of %lower
    %less_value = pdl.result 0 of %less
    %select = pdl.operation "arith.select"(%lower_value, %less_value, %quotient_value : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %select
  }
}
pdl.pattern @correct_by_remainder : benefit(1) {
  %t = pdl.type
  %n = pdl.operand : %t
  %m = pdl.operand : %t
  %root = pdl.operation "arith.floordivsi"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %c0 = pdl.apply_native_rewrite "type_zero"(%t : !pdl.type) : !pdl.attribute
    %c1 = pdl.apply_native_rewrite "type_all_ones"(%t : !pdl.type) : !pdl.attribute
    %zero = pdl.operation "arith.constant" {"value" = %c0} -> (%t : !pdl.type)
    %minus = pdl.operation "arith.constant" {"value" = %c1} -> (%t : !pdl.type)
    %quotient = pdl.operation "arith.divsi"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %rest = pdl.operation "arith.remsi"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %rest_value = pdl.result 0 of %rest
    %zero_value = pdl.result 0 of %zero
    %ne = pdl.attribute = 1 : i64
    %inexact = pdl.operation "arith.cmpi"(%rest_value, %zero_value : !pdl.value, !pdl.value) {"predicate" = %ne}
    %both = pdl.operation "arith.xori"(%rest_value, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %both_value = pdl.result 0 of %both
    %slt = pdl.attribute = 2 : i64
    %mixed = pdl.operation "arith.cmpi"(%both_value, %zero_value : !pdl.value, !pdl.value) {"predicate" = %slt}
    %inexact_value = pdl.result 0 of %inexact
    %mixed_value = pdl.result 0 of %mixed
    %lower = pdl.operation "arith.andi"(%inexact_value, %mixed_value : !pdl.value, !pdl.value)
    %quotient_value = pdl.result 0 of %quotient
    %minus_value = pdl.result 0 of %minus
    %less = pdl.operation "arith.addi"(%quotient_value, %minus_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %lower_value = pdl.result 0 of %lower
    %less_value = pdl.result 0 of %less
    %select = pdl.operation "arith.select"(%lower_value, %less_value, %quotient_value : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %select
  }
}
pdl.pattern @by_sign_of_quotient_i8 : benefit(1) {
  %t = pdl.type : i8
  %b = pdl.type : i1
  %n = pdl.operand : %t
  %m = pdl.operand : %t
  %root = pdl.operation "arith.floordivsi"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %constant = pdl.attribute = 0 : i8
    %zero = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
    %constant2 = pdl.attribute = -1 : i8
    %minus = pdl.operation "arith.constant" {"value" = %constant2} -> (%t : !pdl.type)
    %quotient = pdl.operation "arith.divsi"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %quotient_value = pdl.result 0 of %quotient
    %product = pdl.operation "arith.muli"(%quotient_value, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %product_value = pdl.result 0 of %product
    %ne = pdl.attribute = 1 : i64
    %inexact = pdl.operation "arith.cmpi"(%n, %product_value : !pdl.value, !pdl.value) {"predicate" = %ne} -> (%b : !pdl.type)
    %zero_value = pdl.result 0 of %zero
    %slt = pdl.attribute = 2 : i64
    %negative = pdl.operation "arith.cmpi"(%quotient_value, %zero_value : !pdl.value, !pdl.value) {"predicate" = %slt} -> (%b : !pdl.type)
    %inexact_value = pdl.result 0 of %inexact
    %negative_value = pdl.result 0 of %negative
    %lower = pdl.operation "arith.andi"(%inexact_value, %negative_value : !pdl.value, !pdl.value) -> (%b : !pdl.type)
    %minus_value = pdl.result 0 of %minus
    %less = pdl.operation "arith.addi"(%quotient_value, %minus_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %lower_value = pdl.result 0 of %lower
    %less_value = pdl.result 0 of %less
    %select = pdl.operation "arith.select"(%lower_value, %less_value, %quotient_value : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %select
  }
}
pdl.pattern @truncated : benefit(1) {
  %t = pdl.type
  %n = pdl.operand : %t
  %m = pdl.operand : %t
  %root = pdl.operation "arith.floordivsi"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %divsi = pdl.operation "arith.divsi"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %divsi
  }
}
