// x + 0 is x.
pdl.pattern @add_zero : benefit(1) {
  %t = pdl.type : i32
  %v = pdl.attribute = 0 : i32
  %c = pdl.operation "arith.constant" {"value" = %v} -> (%t : !pdl.type)
  %x = pdl.operand : %t
  %c_value = pdl.result 0 of %c
  %root = pdl.operation "arith.addi"(%x, %c_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
