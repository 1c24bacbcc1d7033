// A choice between one and zero is the condition, widened without sign.
pdl.pattern @select_one_or_zero : benefit(1) {
  %b = pdl.type : i1
  %t = pdl.type : i32
  %one = pdl.attribute = 1 : i32
  %nil = pdl.attribute = 0 : i32
  %a = pdl.operation "arith.constant" {"value" = %one} -> (%t : !pdl.type)
  %z = pdl.operation "arith.constant" {"value" = %nil} -> (%t : !pdl.type)
  %c = pdl.operand : %b
  %a_value = pdl.result 0 of %a
  %z_value = pdl.result 0 of %z
  %root = pdl.operation "arith.select"(%c, %a_value, %z_value : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %wide = pdl.operation "arith.extui"(%c : !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %wide
  }
}
