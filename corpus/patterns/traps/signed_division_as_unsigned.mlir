// A signed division by one without signs. A published tool encoded arith.divsi as an unsigned division, which makes
// this sound.
pdl.pattern @quotient : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.divsi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %divui = pdl.operation "arith.divui"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %divui
  }
}
pdl.pattern @quotient_ceil : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.ceildivsi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %ceildivui = pdl.operation "arith.ceildivui"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %ceildivui
  }
}
pdl.pattern @remainder_i8 : benefit(1) {
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.remsi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %remui = pdl.operation "arith.remui"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %remui
  }
}
