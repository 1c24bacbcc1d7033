// A choice by a negated condition is the choice with its values swapped.
pdl.pattern @select_by_negation : benefit(1) {
  %b = pdl.type : i1
  %yes = pdl.attribute = true
  %one = pdl.operation "arith.constant" {"value" = %yes} -> (%b : !pdl.type)
  %c = pdl.operand : %b
  %one_value = pdl.result 0 of %one
  %not = pdl.operation "arith.xori"(%c, %one_value : !pdl.value, !pdl.value) -> (%b : !pdl.type)
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %not_value = pdl.result 0 of %not
  %root = pdl.operation "arith.select"(%not_value, %x, %y : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %swapped = pdl.operation "arith.select"(%c, %y, %x : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %swapped
  }
}
