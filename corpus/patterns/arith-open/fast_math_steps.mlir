// Fast-math flags permit steps, each in its direction, where every operation that takes part has the flag.
pdl.pattern @sum_in_another_order : benefit(1) {
  %t = pdl.type : f32
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %z = pdl.operand : %t
  %flags = pdl.attribute = #arith.fastmath<reassoc>
  %first = pdl.operation "arith.addf"(%x, %y : !pdl.value, !pdl.value) {"fastmath" = %flags} -> (%t : !pdl.type)
  %sum = pdl.result 0 of %first
  %root = pdl.operation "arith.addf"(%sum, %z : !pdl.value, !pdl.value) {"fastmath" = %flags} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %second = pdl.operation "arith.addf"(%y, %z : !pdl.value, !pdl.value) {"fastmath" = %flags} -> (%t : !pdl.type)
    %rest = pdl.result 0 of %second
    %new = pdl.operation "arith.addf"(%x, %rest : !pdl.value, !pdl.value) {"fastmath" = %flags} -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}

pdl.pattern @sum_in_another_order_without_flags : benefit(1) {
  %t = pdl.type : f32
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %z = pdl.operand : %t
  %none = pdl.attribute = #arith.fastmath<none>
  %first = pdl.operation "arith.addf"(%x, %y : !pdl.value, !pdl.value) {"fastmath" = %none} -> (%t : !pdl.type)
  %sum = pdl.result 0 of %first
  %root = pdl.operation "arith.addf"(%sum, %z : !pdl.value, !pdl.value) {"fastmath" = %none} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %second = pdl.operation "arith.addf"(%y, %z : !pdl.value, !pdl.value) {"fastmath" = %none} -> (%t : !pdl.type)
    %rest = pdl.result 0 of %second
    %new = pdl.operation "arith.addf"(%x, %rest : !pdl.value, !pdl.value) {"fastmath" = %none} -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}

pdl.pattern @product_and_sum_fused : benefit(1) {
  %t = pdl.type : f32
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %z = pdl.operand : %t
  %flags = pdl.attribute = #arith.fastmath<contract>
  %mul = pdl.operation "arith.mulf"(%x, %y : !pdl.value, !pdl.value) {"fastmath" = %flags} -> (%t : !pdl.type)
  %product = pdl.result 0 of %mul
  %root = pdl.operation "arith.addf"(%product, %z : !pdl.value, !pdl.value) {"fastmath" = %flags} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "math.fma"(%x, %y, %z : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}

pdl.pattern @quotient_by_reciprocal : benefit(1) {
  %t = pdl.type : f32
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %flags = pdl.attribute = #arith.fastmath<arcp>
  %root = pdl.operation "arith.divf"(%x, %y : !pdl.value, !pdl.value) {"fastmath" = %flags} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %one = pdl.attribute = 1.0 : f32
    %constant = pdl.operation "arith.constant" {"value" = %one} -> (%t : !pdl.type)
    %numerator = pdl.result 0 of %constant
    %none = pdl.attribute = #arith.fastmath<none>
    %div = pdl.operation "arith.divf"(%numerator, %y : !pdl.value, !pdl.value) {"fastmath" = %none} -> (%t : !pdl.type)
    %reciprocal = pdl.result 0 of %div
    %new = pdl.operation "arith.mulf"(%x, %reciprocal : !pdl.value, !pdl.value) {"fastmath" = %none} -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}
