// A remainder by one is zero.
pdl.pattern @remui : benefit(1) {
  %t = pdl.type : i32
  %v = pdl.attribute = 1 : i32
  %c = pdl.operation "arith.constant" {"value" = %v} -> (%t : !pdl.type)
  %x = pdl.operand : %t
  %c_value = pdl.result 0 of %c
  %root = pdl.operation "arith.remui"(%x, %c_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %w = pdl.attribute = 0 : i32
    %zero = pdl.operation "arith.constant" {"value" = %w} -> (%t : !pdl.type)
    pdl.replace %root with %zero
  }
}
pdl.pattern @remsi : benefit(1) {
  %t = pdl.type : i32
  %v = pdl.attribute = 1 : i32
  %c = pdl.operation "arith.constant" {"value" = %v} -> (%t : !pdl.type)
  %x = pdl.operand : %t
  %c_value = pdl.result 0 of %c
  %root = pdl.operation "arith.remsi"(%x, %c_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %w = pdl.attribute = 0 : i32
    %zero = pdl.operation "arith.constant" {"value" = %w} -> (%t : !pdl.type)
    pdl.replace %root with %zero
  }
}
