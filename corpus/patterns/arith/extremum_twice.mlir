// Taking the same extremum with the same value again changes nothing; the inner operation takes the place of the outer.
pdl.pattern @larger_twice : benefit(1) {
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %inner = pdl.operation "arith.maxsi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %inner_value = pdl.result 0 of %inner
  %root = pdl.operation "arith.maxsi"(%inner_value, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %inner_value2 = pdl.result 0 of %inner
    pdl.replace %root with (%inner_value2 : !pdl.value)
  }
}
pdl.pattern @smaller_twice : benefit(1) {
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %inner = pdl.operation "arith.minui"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %inner_value = pdl.result 0 of %inner
  %root = pdl.operation "arith.minui"(%inner_value, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %inner_value2 = pdl.result 0 of %inner
    pdl.replace %root with (%inner_value2 : !pdl.value)
  }
}
