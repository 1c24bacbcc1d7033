// Two truncations are one. Their overflow flags, if any, only make the original weaker.
pdl.pattern @truncate_twice : benefit(1) {
  %s = pdl.type : i32
  %t = pdl.type : i16
  %u = pdl.type : i8
  %x = pdl.operand : %s
  %inner = pdl.operation "arith.trunci"(%x : !pdl.value) -> (%t : !pdl.type)
  %inner_value = pdl.result 0 of %inner
  %root = pdl.operation "arith.trunci"(%inner_value : !pdl.value) -> (%u : !pdl.type)
  pdl.rewrite %root {
    %narrow = pdl.operation "arith.trunci"(%x : !pdl.value) -> (%u : !pdl.type)
    pdl.replace %root with %narrow
  }
}
