pdl.pattern @square : benefit(1) {
  %t = pdl.type : i32
  %two = pdl.attribute = 2 : i32
  %zero = pdl.attribute = 0 : i32
  %x = pdl.operand : %t
  %mul = pdl.operation "arith.muli"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %m = pdl.result 0 of %mul
  %c = pdl.operation "arith.constant" {"value" = %two} -> (%t : !pdl.type)
  %b = pdl.result 0 of %c
  %root = pdl.operation "arith.andi"(%m, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "arith.constant" {"value" = %zero} -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}
