// A choice whose condition is a constant.
pdl.pattern @by_true : benefit(1) {
  %b = pdl.type : i1
  %v = pdl.attribute = true
  %c = pdl.operation "arith.constant" {"value" = %v} -> (%b : !pdl.type)
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %c_value = pdl.result 0 of %c
  %root = pdl.operation "arith.select"(%c_value, %x, %y : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @by_false : benefit(1) {
  %b = pdl.type : i1
  %v = pdl.attribute = false
  %c = pdl.operation "arith.constant" {"value" = %v} -> (%b : !pdl.type)
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %c_value = pdl.result 0 of %c
  %root = pdl.operation "arith.select"(%c_value, %x, %y : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%y : !pdl.value)
  }
}
