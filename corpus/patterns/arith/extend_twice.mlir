// Two extensions of one kind are one extension.
pdl.pattern @extend_unsigned_twice : benefit(1) {
  %s = pdl.type : i8
  %t = pdl.type : i16
  %u = pdl.type : i32
  %x = pdl.operand : %s
  %inner = pdl.operation "arith.extui"(%x : !pdl.value) -> (%t : !pdl.type)
  %inner_value = pdl.result 0 of %inner
  %root = pdl.operation "arith.extui"(%inner_value : !pdl.value) -> (%u : !pdl.type)
  pdl.rewrite %root {
    %wide = pdl.operation "arith.extui"(%x : !pdl.value) -> (%u : !pdl.type)
    pdl.replace %root with %wide
  }
}
pdl.pattern @extend_signed_twice : benefit(1) {
  %s = pdl.type : i8
  %t = pdl.type : i16
  %u = pdl.type : i32
  %x = pdl.operand : %s
  %inner = pdl.operation "arith.extsi"(%x : !pdl.value) -> (%t : !pdl.type)
  %inner_value = pdl.result 0 of %inner
  %root = pdl.operation "arith.extsi"(%inner_value : !pdl.value) -> (%u : !pdl.type)
  pdl.rewrite %root {
    %wide = pdl.operation "arith.extsi"(%x : !pdl.value) -> (%u : !pdl.type)
    pdl.replace %root with %wide
  }
}
