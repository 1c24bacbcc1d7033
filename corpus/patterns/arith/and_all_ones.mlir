// x and all ones is x.
pdl.pattern @and_all_ones : benefit(1) {
  %t = pdl.type : i32
  %v = pdl.attribute = -1 : i32
  %c = pdl.operation "arith.constant" {"value" = %v} -> (%t : !pdl.type)
  %x = pdl.operand : %t
  %c_value = pdl.result 0 of %c
  %root = pdl.operation "arith.andi"(%x, %c_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
