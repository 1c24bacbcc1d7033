// x * -1 is 0 - x.
pdl.pattern @multiply_by_minus_one : benefit(1) {
  %t = pdl.type : i32
  %v = pdl.attribute = -1 : i32
  %m = pdl.operation "arith.constant" {"value" = %v} -> (%t : !pdl.type)
  %x = pdl.operand : %t
  %m_value = pdl.result 0 of %m
  %root = pdl.operation "arith.muli"(%x, %m_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %w = pdl.attribute = 0 : i32
    %zero = pdl.operation "arith.constant" {"value" = %w} -> (%t : !pdl.type)
    %zero_value = pdl.result 0 of %zero
    %minus = pdl.operation "arith.subi"(%zero_value, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %minus
  }
}
