// x - (0 - y) is x + y; the sum promises nothing about overflow.
pdl.pattern @subtract_negated : benefit(1) {
  %t = pdl.type : i32
  %v = pdl.attribute = 0 : i32
  %nil = pdl.operation "arith.constant" {"value" = %v} -> (%t : !pdl.type)
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %nil_value = pdl.result 0 of %nil
  %inner = pdl.operation "arith.subi"(%nil_value, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %inner_value = pdl.result 0 of %inner
  %root = pdl.operation "arith.subi"(%x, %inner_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %sum = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %sum
  }
}
