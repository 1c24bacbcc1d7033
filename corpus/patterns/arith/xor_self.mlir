// x xor x is zero, at a width for which the zero can be written.
pdl.pattern @xor_self : benefit(1) {
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %root = pdl.operation "arith.xori"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %v = pdl.attribute = 0 : i32
    %zero = pdl.operation "arith.constant" {"value" = %v} -> (%t : !pdl.type)
    pdl.replace %root with %zero
  }
}
