// 0 - (0 - x) is x.
pdl.pattern @negate_twice : benefit(1) {
  %t = pdl.type : i32
  %v = pdl.attribute = 0 : i32
  %nil = pdl.operation "arith.constant" {"value" = %v} -> (%t : !pdl.type)
  %x = pdl.operand : %t
  %nil_value = pdl.result 0 of %nil
  %inner = pdl.operation "arith.subi"(%nil_value, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %zero = pdl.operation "arith.constant" {"value" = %v} -> (%t : !pdl.type)
  %zero_value = pdl.result 0 of %zero
  %inner_value = pdl.result 0 of %inner
  %root = pdl.operation "arith.subi"(%zero_value, %inner_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
