// Negating a float twice gives back the value: only the sign bit changes, twice.
pdl.pattern @negate_float_twice : benefit(1) {
  %t = pdl.type : f32
  %x = pdl.operand : %t
  %inner = pdl.operation "arith.negf"(%x : !pdl.value) -> (%t : !pdl.type)
  %inner_value = pdl.result 0 of %inner
  %root = pdl.operation "arith.negf"(%inner_value : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
