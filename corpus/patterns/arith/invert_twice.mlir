// Inverting all bits twice gives back the value.
pdl.pattern @invert_twice : benefit(1) {
  %t = pdl.type : i32
  %v = pdl.attribute = -1 : i32
  %ones = pdl.operation "arith.constant" {"value" = %v} -> (%t : !pdl.type)
  %x = pdl.operand : %t
  %ones_value = pdl.result 0 of %ones
  %inner = pdl.operation "arith.xori"(%x, %ones_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %more = pdl.operation "arith.constant" {"value" = %v} -> (%t : !pdl.type)
  %inner_value = pdl.result 0 of %inner
  %more_value = pdl.result 0 of %more
  %root = pdl.operation "arith.xori"(%inner_value, %more_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
