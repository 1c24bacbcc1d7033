// Cutting off what an extension added gives back the value.
pdl.pattern @truncate_signed_extension : benefit(1) {
  %s = pdl.type : i8
  %t = pdl.type : i32
  %x = pdl.operand : %s
  %inner = pdl.operation "arith.extsi"(%x : !pdl.value) -> (%t : !pdl.type)
  %inner_value = pdl.result 0 of %inner
  %root = pdl.operation "arith.trunci"(%inner_value : !pdl.value) -> (%s : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @truncate_unsigned_extension : benefit(1) {
  %s = pdl.type : i8
  %t = pdl.type : i32
  %x = pdl.operand : %s
  %inner = pdl.operation "arith.extui"(%x : !pdl.value) -> (%t : !pdl.type)
  %inner_value = pdl.result 0 of %inner
  %root = pdl.operation "arith.trunci"(%inner_value : !pdl.value) -> (%s : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
