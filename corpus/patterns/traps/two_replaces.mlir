// Two operations are replaced in one rewrite: each replacement has to hold by itself. A published tool asked whether
// both together, as one question, could be right.
pdl.pattern @second_is_wrong : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %s = pdl.operation "arith.ori"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %s_value = pdl.result 0 of %s
  %root = pdl.operation "arith.andi"(%s_value, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
    pdl.replace %s with (%x : !pdl.value)
  }
}
pdl.pattern @first_is_wrong : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %s = pdl.operation "arith.ori"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %s_value = pdl.result 0 of %s
  %root = pdl.operation "arith.andi"(%s_value, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%y : !pdl.value)
    pdl.replace %s with (%x : !pdl.value)
  }
}
pdl.pattern @both_are_right : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %s = pdl.operation "arith.ori"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %s_value = pdl.result 0 of %s
  %root = pdl.operation "arith.andi"(%s_value, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %andi = pdl.operation "arith.andi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %andi
    pdl.replace %s with (%x : !pdl.value)
  }
}
pdl.pattern @through_its_own_result : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.mului_extended"(%x, %y : !pdl.value, !pdl.value) -> (%t, %t : !pdl.type, !pdl.type)
  pdl.rewrite %root {
    %high = pdl.result 1 of %root
    pdl.replace %root with (%high, %y : !pdl.value, !pdl.value)
  }
}
