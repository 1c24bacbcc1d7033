// Floating-point operations by simpler ones. The forms of the extrema are those that lowerings to machines without
// such instructions use; IEEE 754 says what they have to do with zeros of both signs and with NaN.
pdl.pattern @maximum_by_choice : benefit(1) {
  %t = pdl.type : f32
  %b = pdl.type : i1
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.maximumf"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %ugt = pdl.attribute = 9 : i64
    %above = pdl.operation "arith.cmpf"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %ugt} -> (%b : !pdl.type)
    %above_value = pdl.result 0 of %above
    %larger = pdl.operation "arith.select"(%above_value, %x, %y : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %uno = pdl.attribute = 14 : i64
    %nan = pdl.operation "arith.cmpf"(%y, %y : !pdl.value, !pdl.value) {"predicate" = %uno} -> (%b : !pdl.type)
    %nan_value = pdl.result 0 of %nan
    %larger_value = pdl.result 0 of %larger
    %select = pdl.operation "arith.select"(%nan_value, %y, %larger_value : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %select
  }
}
pdl.pattern @minimum_by_choice : benefit(1) {
  %t = pdl.type : f32
  %b = pdl.type : i1
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.minimumf"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %ult = pdl.attribute = 11 : i64
    %below = pdl.operation "arith.cmpf"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %ult} -> (%b : !pdl.type)
    %below_value = pdl.result 0 of %below
    %smaller = pdl.operation "arith.select"(%below_value, %x, %y : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %uno = pdl.attribute = 14 : i64
    %nan = pdl.operation "arith.cmpf"(%y, %y : !pdl.value, !pdl.value) {"predicate" = %uno} -> (%b : !pdl.type)
    %nan_value = pdl.result 0 of %nan
    %smaller_value = pdl.result 0 of %smaller
    %select = pdl.operation "arith.select"(%nan_value, %y, %smaller_value : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %select
  }
}
pdl.pattern @negation_by_difference : benefit(1) {
  %t = pdl.type : f32
  %x = pdl.operand : %t
  %root = pdl.operation "arith.negf"(%x : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %constant = pdl.attribute = -0.0 : f32
    %z = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
    %z_value = pdl.result 0 of %z
    %subf = pdl.operation "arith.subf"(%z_value, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %subf
  }
}
pdl.pattern @negation_by_positive_zero : benefit(1) {
  %t = pdl.type : f32
  %x = pdl.operand : %t
  %root = pdl.operation "arith.negf"(%x : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %constant = pdl.attribute = 0.0 : f32
    %z = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
    %z_value = pdl.result 0 of %z
    %subf = pdl.operation "arith.subf"(%z_value, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %subf
  }
}
pdl.pattern @difference_by_negation : benefit(1) {
  %t = pdl.type : f32
  %fm = pdl.attribute = #arith.fastmath<none>
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.subf"(%x, %y : !pdl.value, !pdl.value) {"fastmath" = %fm} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %n = pdl.operation "arith.negf"(%y : !pdl.value) -> (%t : !pdl.type)
    %n_value = pdl.result 0 of %n
    %addf = pdl.operation "arith.addf"(%x, %n_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %addf
  }
}
pdl.pattern @double_by_sum : benefit(1) {
  %t = pdl.type : f32
  %fm = pdl.attribute = #arith.fastmath<none>
  %x = pdl.operand : %t
  %constant = pdl.attribute = 2.0 : f32
  %k = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "arith.mulf"(%x, %k_value : !pdl.value, !pdl.value) {"fastmath" = %fm} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %addf = pdl.operation "arith.addf"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %addf
  }
}
pdl.pattern @quotient_by_exact_reciprocal : benefit(1) {
  %t = pdl.type : f32
  %fm = pdl.attribute = #arith.fastmath<none>
  %x = pdl.operand : %t
  %constant = pdl.attribute = 4.0 : f32
  %k = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "arith.divf"(%x, %k_value : !pdl.value, !pdl.value) {"fastmath" = %fm} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %constant2 = pdl.attribute = 0.25 : f32
    %q = pdl.operation "arith.constant" {"value" = %constant2} -> (%t : !pdl.type)
    %q_value = pdl.result 0 of %q
    %mulf = pdl.operation "arith.mulf"(%x, %q_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %mulf
  }
}
pdl.pattern @quotient_by_inexact_reciprocal : benefit(1) {
  %t = pdl.type : f32
  %fm = pdl.attribute = #arith.fastmath<none>
  %x = pdl.operand : %t
  %constant = pdl.attribute = 3.0 : f32
  %k = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "arith.divf"(%x, %k_value : !pdl.value, !pdl.value) {"fastmath" = %fm} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %constant2 = pdl.attribute = 0x3EAAAAAB : f32
    %q = pdl.operation "arith.constant" {"value" = %constant2} -> (%t : !pdl.type)
    %q_value = pdl.result 0 of %q
    %mulf = pdl.operation "arith.mulf"(%x, %q_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %mulf
  }
}
pdl.pattern @add_negative_zero : benefit(1) {
  %t = pdl.type : f32
  %fm = pdl.attribute = #arith.fastmath<none>
  %x = pdl.operand : %t
  %constant = pdl.attribute = -0.0 : f32
  %k = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "arith.addf"(%x, %k_value : !pdl.value, !pdl.value) {"fastmath" = %fm} -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @add_positive_zero : benefit(1) {
  %t = pdl.type : f32
  %fm = pdl.attribute = #arith.fastmath<none>
  %x = pdl.operand : %t
  %constant = pdl.attribute = 0.0 : f32
  %k = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "arith.addf"(%x, %k_value : !pdl.value, !pdl.value) {"fastmath" = %fm} -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @multiply_by_zero : benefit(1) {
  %t = pdl.type : f32
  %fm = pdl.attribute = #arith.fastmath<none>
  %x = pdl.operand : %t
  %constant = pdl.attribute = 0.0 : f32
  %k = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "arith.mulf"(%x, %k_value : !pdl.value, !pdl.value) {"fastmath" = %fm} -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with %k
  }
}
