// A signed division that rounds up, by one that rounds towards zero. The first form corrects the quotient, as MLIR's
// pass of expansions has done since it was fixed; the second is its older form, which divides a shifted numerator.
pdl.pattern @correct_quotient : benefit(1) {
  %t = pdl.type
  %n = pdl.operand : %t
  %m = pdl.operand : %t
  %root = pdl.operation "arith.ceildivsi"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %c0 = pdl.apply_native_rewrite "type_zero"(%t : !pdl.type) : !pdl.attribute
    %c1 = pdl.apply_native_rewrite "type_one"(%t : !pdl.type) : !pdl.attribute
    %zero = pdl.operation "arith.constant" {"value" = %c0} -> (%t : !pdl.type)
    %one = pdl.operation "arith.constant" {"value" = %c1} -> (%t : !pdl.type)
    %quotient = pdl.operation "arith.divsi"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %quotient_value = pdl.result 0 of %quotient
    %product = pdl.operation "arith.muli"(%quotient_value, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %product_value = pdl.result 0 of %product
    %ne = pdl.attribute = 1 : i64
    %inexact = pdl.operation "arith.cmpi"(%product_value, %n : !pdl.value, !pdl.value) {"predicate" = %ne}
    %zero_value = pdl.result 0 of %zero
    %slt = pdl.attribute = 2 : i64
    %nneg = pdl.operation "arith.cmpi"(%n, %zero_value : !pdl.value, !pdl.value) {"predicate" = %slt}
    %mneg = pdl.operation "arith.cmpi"(%m, %zero_value : !pdl.value, !pdl.value) {"predicate" = %slt}
    %nneg_value = pdl.result 0 of %nneg
    %mneg_value = pdl.result 0 of %mneg
    %eq = pdl.attribute = 0 : i64
    %same = pdl.operation "arith.cmpi"(%nneg_value, %mneg_value : !pdl.value, !pdl.value) {"predicate" = %eq}
    %inexact_value = pdl.result 0 of %inexact
    %same_value = pdl.result 0 of %same
    %raise = pdl.operation "arith.andi"(%inexact_value, %same_value : !pdl.value, !pdl.value)
    %one_value = pdl.result 0 of %one
    %more = pdl.operation "arith.addi"(%quotient_value, %one_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %raise_value = pdl.result 0 of %raise
    %more_value = pdl.result 0 of %more
    %select = pdl.operation "arith.select"(%raise_value, %more_value, %quotient_value : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %select
  }
}
pdl.pattern @correct_quotient_i8 : benefit(1) {
  %t = pdl.type : i8
  %b = pdl.type : i1
  %n = pdl.operand : %t
  %m = pdl.operand : %t
  %root = pdl.operation "arith.ceildivsi"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %constant = pdl.attribute = 0 : i8
    %zero = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
    %constant2 = pdl.attribute = 1 : i8
    %one = pdl.operation "arith.constant" {"value" = %constant2} -> (%t : !pdl.type)
    %quotient = pdl.operation "arith.divsi"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %quotient_value = pdl.result 0 of %quotient
    %product = pdl.operation "arith.muli"(%quotient_value, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %product_value = pdl.result 0 of %product
    %ne = pdl.attribute = 1 : i64
    %inexact = pdl.operation "arith.cmpi"(%product_value, %n : !pdl.value, !pdl.value) {"predicate" = %ne} -> (%b : !pdl.type)
    %zero_value = pdl.result 0 of %zero
    %slt = pdl.attribute = 2 : i64
    %nneg = pdl.operation "arith.cmpi"(%n, %zero_value : !pdl.value, !pdl.value) {"predicate" = %slt} -> (%b : !pdl.type)
    %mneg = pdl.operation "arith.cmpi"(%m, %zero_value : !pdl.value, !pdl.value) {"predicate" = %slt} -> (%b : !pdl.type)
    %nneg_value = pdl.result 0 of %nneg
    %mneg_value = pdl.result 0 of %mneg
    %eq = pdl.attribute = 0 : i64
    %same = pdl.operation "arith.cmpi"(%nneg_value, %mneg_value : !pdl.value, !pdl.value) {"predicate" = %eq} -> (%b : !pdl.type)
    %inexact_value = pdl.result 0 of %inexact
    %same_value = pdl.result 0 of %same
    %raise = pdl.operation "arith.andi"(%inexact_value, %same_value : !pdl.value, !pdl.value) -> (%b : !pdl.type)
    %one_value = pdl.result 0 of %one
    %more = pdl.operation "arith.addi"(%quotient_value, %one_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %raise_value = pdl.result 0 of %raise
    %more_value = pdl.result 0 of %more
    %select = pdl.operation "arith.select"(%raise_value, %more_value, %quotient_value : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %select
  }
}
pdl.pattern @shifted_numerator_i8 : benefit(1) {
  %t = pdl.type : i8
  %b = pdl.type : i1
  %n = pdl.operand : %t
  %m = pdl.operand : %t
  %root = pdl.operation "arith.ceildivsi"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %constant = pdl.attribute = 0 : i8
    %zero = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
    %constant2 = pdl.attribute = 1 : i8
    %one = pdl.operation "arith.constant" {"value" = %constant2} -> (%t : !pdl.type)
    %constant3 = pdl.attribute = -1 : i8
    %minus = pdl.operation "arith.constant" {"value" = %constant3} -> (%t : !pdl.type)
    %zero_value = pdl.result 0 of %zero
    %sgt = pdl.attribute = 4 : i64
    %mpos = pdl.operation "arith.cmpi"(%m, %zero_value : !pdl.value, !pdl.value) {"predicate" = %sgt} -> (%b : !pdl.type)
    %mpos_value = pdl.result 0 of %mpos
    %minus_value = pdl.result 0 of %minus
    %one_value = pdl.result 0 of %one
    %step = pdl.operation "arith.select"(%mpos_value, %minus_value, %one_value : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %step_value = pdl.result 0 of %step
    %near = pdl.operation "arith.addi"(%step_value, %n : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %near_value = pdl.result 0 of %near
    %part = pdl.operation "arith.divsi"(%near_value, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %part_value = pdl.result 0 of %part
    %above = pdl.operation "arith.addi"(%one_value, %part_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %negated = pdl.operation "arith.subi"(%zero_value, %n : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %negated_value = pdl.result 0 of %negated
    %npart = pdl.operation "arith.divsi"(%negated_value, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %npart_value = pdl.result 0 of %npart
    %below = pdl.operation "arith.subi"(%zero_value, %npart_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %slt = pdl.attribute = 2 : i64
    %nneg = pdl.operation "arith.cmpi"(%n, %zero_value : !pdl.value, !pdl.value) {"predicate" = %slt} -> (%b : !pdl.type)
    %npos = pdl.operation "arith.cmpi"(%n, %zero_value : !pdl.value, !pdl.value) {"predicate" = %sgt} -> (%b : !pdl.type)
    %mneg = pdl.operation "arith.cmpi"(%m, %zero_value : !pdl.value, !pdl.value) {"predicate" = %slt} -> (%b : !pdl.type)
    %nneg_value = pdl.result 0 of %nneg
    %mneg_value = pdl.result 0 of %mneg
    %first = pdl.operation "arith.andi"(%nneg_value, %mneg_value : !pdl.value, !pdl.value) -> (%b : !pdl.type)
    %npos_value = pdl.result 0 of %npos
    %second = pdl.operation "arith.andi"(%npos_value, %mpos_value : !pdl.value, !pdl.value) -> (%b : !pdl.type)
    %first_value = pdl.result 0 of %first
    %second_value = pdl.result 0 of %second
    %agree = pdl.operation "arith.ori"(%first_value, %second_value : !pdl.value, !pdl.value) -> (%b : !pdl.type)
    %agree_value = pdl.result 0 of %agree
    %above_value = pdl.result 0 of %above
    %below_value = pdl.result 0 of %below
    %select = pdl.operation "arith.select"(%agree_value, %above_value, %below_value : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %select
  }
}
pdl.pattern @by_floor_of_negated_i4 : benefit(1) {
  %t = pdl.type : i4
  %n = pdl.operand : %t
  %m = pdl.operand : %t
  %root = pdl.operation "arith.ceildivsi"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %constant = pdl.attribute = 0 : i4
    %zero = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
    %zero_value = pdl.result 0 of %zero
    %negated = pdl.operation "arith.subi"(%zero_value, %n : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %negated_value = pdl.result 0 of %negated
    %down = pdl.operation "arith.floordivsi"(%negated_value, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %down_value = pdl.result 0 of %down
    %subi = pdl.operation "arith.subi"(%zero_value, %down_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %subi
  }
}
