// A choice between x and x is x, whatever the condition, even a poisoned one.
pdl.pattern @select_same_values : benefit(1) {
  %b = pdl.type : i1
  %t = pdl.type
  %c = pdl.operand : %b
  %x = pdl.operand : %t
  %root = pdl.operation "arith.select"(%c, %x, %x : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
