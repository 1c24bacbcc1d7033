// A shift by zero changes nothing.
pdl.pattern @shli : benefit(1) {
  %t = pdl.type : i32
  %v = pdl.attribute = 0 : i32
  %c = pdl.operation "arith.constant" {"value" = %v} -> (%t : !pdl.type)
  %x = pdl.operand : %t
  %c_value = pdl.result 0 of %c
  %root = pdl.operation "arith.shli"(%x, %c_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @shrui : benefit(1) {
  %t = pdl.type : i32
  %v = pdl.attribute = 0 : i32
  %c = pdl.operation "arith.constant" {"value" = %v} -> (%t : !pdl.type)
  %x = pdl.operand : %t
  %c_value = pdl.result 0 of %c
  %root = pdl.operation "arith.shrui"(%x, %c_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @shrsi : benefit(1) {
  %t = pdl.type : i32
  %v = pdl.attribute = 0 : i32
  %c = pdl.operation "arith.constant" {"value" = %v} -> (%t : !pdl.type)
  %x = pdl.operand : %t
  %c_value = pdl.result 0 of %c
  %root = pdl.operation "arith.shrsi"(%x, %c_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
