// An integer of 32 bits survives the way through index, which has 32 or 64.
pdl.pattern @index_round_trip : benefit(1) {
  %t = pdl.type : i32
  %i = pdl.type : index
  %x = pdl.operand : %t
  %inner = pdl.operation "arith.index_cast"(%x : !pdl.value) -> (%i : !pdl.type)
  %inner_value = pdl.result 0 of %inner
  %root = pdl.operation "arith.index_cast"(%inner_value : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @index_round_trip_unsigned : benefit(1) {
  %t = pdl.type : i32
  %i = pdl.type : index
  %x = pdl.operand : %t
  %inner = pdl.operation "arith.index_castui"(%x : !pdl.value) -> (%i : !pdl.type)
  %inner_value = pdl.result 0 of %inner
  %root = pdl.operation "arith.index_castui"(%inner_value : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
