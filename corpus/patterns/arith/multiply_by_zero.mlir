// x * 0 is 0: the constant itself takes the place of the product.
pdl.pattern @multiply_by_zero : benefit(1) {
  %t = pdl.type : i32
  %v = pdl.attribute = 0 : i32
  %c = pdl.operation "arith.constant" {"value" = %v} -> (%t : !pdl.type)
  %x = pdl.operand : %t
  %c_value = pdl.result 0 of %c
  %root = pdl.operation "arith.muli"(%x, %c_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %c_value2 = pdl.result 0 of %c
    pdl.replace %root with (%c_value2 : !pdl.value)
  }
}
