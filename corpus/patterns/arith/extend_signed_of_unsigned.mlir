// What was extended without sign has a sign bit of zero, so that extending it once more with sign adds nothing.
pdl.pattern @extend_signed_of_unsigned : benefit(1) {
  %s = pdl.type : i8
  %t = pdl.type : i16
  %u = pdl.type : i32
  %x = pdl.operand : %s
  %inner = pdl.operation "arith.extui"(%x : !pdl.value) -> (%t : !pdl.type)
  %inner_value = pdl.result 0 of %inner
  %root = pdl.operation "arith.extsi"(%inner_value : !pdl.value) -> (%u : !pdl.type)
  pdl.rewrite %root {
    %wide = pdl.operation "arith.extui"(%x : !pdl.value) -> (%u : !pdl.type)
    pdl.replace %root with %wide
  }
}
