// A division that rounds up, unsigned, by one that rounds down. The first form is the one that MLIR's own pass of
// expansions (arith-expand) uses; the other two are folklore, of which one overflows.
pdl.pattern @by_predecessor : benefit(1) {
  %t = pdl.type
  %n = pdl.operand : %t
  %m = pdl.operand : %t
  %root = pdl.operation "arith.ceildivui"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %c0 = pdl.apply_native_rewrite "type_zero"(%t : !pdl.type) : !pdl.attribute
    %c1 = pdl.apply_native_rewrite "type_one"(%t : !pdl.type) : !pdl.attribute
    %zero = pdl.operation "arith.constant" {"value" = %c0} -> (%t : !pdl.type)
    %one = pdl.operation "arith.constant" {"value" = %c1} -> (%t : !pdl.type)
    %zero_value = pdl.result 0 of %zero
    %eq = pdl.attribute = 0 : i64
    %none = pdl.operation "arith.cmpi"(%n, %zero_value : !pdl.value, !pdl.value) {"predicate" = %eq}
    %one_value = pdl.result 0 of %one
    %less = pdl.operation "arith.subi"(%n, %one_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %less_value = pdl.result 0 of %less
    %quotient = pdl.operation "arith.divui"(%less_value, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %quotient_value = pdl.result 0 of %quotient
    %more = pdl.operation "arith.addi"(%quotient_value, %one_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %none_value = pdl.result 0 of %none
    %more_value = pdl.result 0 of %more
    %select = pdl.operation "arith.select"(%none_value, %zero_value, %more_value : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %select
  }
}
pdl.pattern @by_remainder : benefit(1) {
  %t = pdl.type
  %n = pdl.operand : %t
  %m = pdl.operand : %t
  %root = pdl.operation "arith.ceildivui"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %c0 = pdl.apply_native_rewrite "type_zero"(%t : !pdl.type) : !pdl.attribute
    %zero = pdl.operation "arith.constant" {"value" = %c0} -> (%t : !pdl.type)
    %quotient = pdl.operation "arith.divui"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %rest = pdl.operation "arith.remui"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %rest_value = pdl.result 0 of %rest
    %zero_value = pdl.result 0 of %zero
    %ne = pdl.attribute = 1 : i64
    %some = pdl.operation "arith.cmpi"(%rest_value, %zero_value : !pdl.value, !pdl.value) {"predicate" = %ne}
    %some_value = pdl.result 0 of %some
    %carry = pdl.operation "arith.extui"(%some_value : !pdl.value) -> (%t : !pdl.type)
    %quotient_value = pdl.result 0 of %quotient
    %carry_value = pdl.result 0 of %carry
    %addi = pdl.operation "arith.addi"(%quotient_value, %carry_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %addi
  }
}
pdl.pattern @by_remainder_i8 : benefit(1) {
  %t = pdl.type : i8
  %b = pdl.type : i1
  %n = pdl.operand : %t
  %m = pdl.operand : %t
  %root = pdl.operation "arith.ceildivui"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %constant = pdl.attribute = 0 : i8
    %zero = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
    %quotient = pdl.operation "arith.divui"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %rest = pdl.operation "arith.remui"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %rest_value = pdl.result 0 of %rest
    %zero_value = pdl.result 0 of %zero
    %ne = pdl.attribute = 1 : i64
    %some = pdl.operation "arith.cmpi"(%rest_value, %zero_value : !pdl.value, !pdl.value) {"predicate" = %ne} -> (%b : !pdl.type)
    %some_value = pdl.result 0 of %some
    %carry = pdl.operation "arith.extui"(%some_value : !pdl.value) -> (%t : !pdl.type)
    %quotient_value = pdl.result 0 of %quotient
    %carry_value = pdl.result 0 of %carry
    %addi = pdl.operation "arith.addi"(%quotient_value, %carry_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %addi
  }
}
pdl.pattern @by_sum : benefit(1) {
  %t = pdl.type
  %n = pdl.operand : %t
  %m = pdl.operand : %t
  %root = pdl.operation "arith.ceildivui"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %c1 = pdl.apply_native_rewrite "type_one"(%t : !pdl.type) : !pdl.attribute
    %one = pdl.operation "arith.constant" {"value" = %c1} -> (%t : !pdl.type)
    %sum = pdl.operation "arith.addi"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %sum_value = pdl.result 0 of %sum
    %one_value = pdl.result 0 of %one
    %top = pdl.operation "arith.subi"(%sum_value, %one_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %top_value = pdl.result 0 of %top
    %divui = pdl.operation "arith.divui"(%top_value, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %divui
  }
}
pdl.pattern @by_sum_i8 : benefit(1) {
  %t = pdl.type : i8
  %n = pdl.operand : %t
  %m = pdl.operand : %t
  %root = pdl.operation "arith.ceildivui"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %constant = pdl.attribute = 1 : i8
    %one = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
    %sum = pdl.operation "arith.addi"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %sum_value = pdl.result 0 of %sum
    %one_value = pdl.result 0 of %one
    %top = pdl.operation "arith.subi"(%sum_value, %one_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %top_value = pdl.result 0 of %top
    %divui = pdl.operation "arith.divui"(%top_value, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %divui
  }
}
