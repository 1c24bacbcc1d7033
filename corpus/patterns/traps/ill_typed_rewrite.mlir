// Rewrites that build operations that are not valid. A published tool asked for their values all the same and called
// them sound.
pdl.pattern @result_of_another_width : benefit(1) {
  %t = pdl.type : i8
  %w = pdl.type : i16
  %x = pdl.operand : %t
  %root = pdl.operation "arith.addi"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %addi = pdl.operation "arith.addi"(%x, %x : !pdl.value, !pdl.value) -> (%w : !pdl.type)
    pdl.replace %root with %addi
  }
}
pdl.pattern @extension_to_narrower : benefit(1) {
  %t = pdl.type : i8
  %n = pdl.type : i4
  %x = pdl.operand : %t
  %root = pdl.operation "arith.trunci"(%x : !pdl.value) -> (%n : !pdl.type)
  pdl.rewrite %root {
    %extui = pdl.operation "arith.extui"(%x : !pdl.value) -> (%n : !pdl.type)
    pdl.replace %root with %extui
  }
}
