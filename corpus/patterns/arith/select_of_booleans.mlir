// A choice between true and false is its condition.
pdl.pattern @select_of_booleans : benefit(1) {
  %b = pdl.type : i1
  %yes = pdl.attribute = true
  %no = pdl.attribute = false
  %a = pdl.operation "arith.constant" {"value" = %yes} -> (%b : !pdl.type)
  %z = pdl.operation "arith.constant" {"value" = %no} -> (%b : !pdl.type)
  %c = pdl.operand : %b
  %a_value = pdl.result 0 of %a
  %z_value = pdl.result 0 of %z
  %root = pdl.operation "arith.select"(%c, %a_value, %z_value : !pdl.value, !pdl.value, !pdl.value) -> (%b : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%c : !pdl.value)
  }
}
