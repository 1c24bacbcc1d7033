// A sum with its carry in simpler operations. The carry is the unsigned overflow of the sum. Its type is
// written: in tensors its extents may be dynamic where those of the operands are not.
pdl.pattern @carry_by_first : benefit(1) {
  %t = pdl.type
  %b = pdl.type : i1
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.addui_extended"(%x, %y : !pdl.value, !pdl.value) -> (%t, %b : !pdl.type, !pdl.type)
  pdl.rewrite %root {
    %sum = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %sum_value = pdl.result 0 of %sum
    %ult = pdl.attribute = 6 : i64
    %carry = pdl.operation "arith.cmpi"(%sum_value, %x : !pdl.value, !pdl.value) {"predicate" = %ult}
    %carry_value = pdl.result 0 of %carry
    pdl.replace %root with (%sum_value, %carry_value : !pdl.value, !pdl.value)
  }
}
pdl.pattern @carry_by_second : benefit(1) {
  %t = pdl.type
  %b = pdl.type : i1
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.addui_extended"(%x, %y : !pdl.value, !pdl.value) -> (%t, %b : !pdl.type, !pdl.type)
  pdl.rewrite %root {
    %sum = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %sum_value = pdl.result 0 of %sum
    %ult = pdl.attribute = 6 : i64
    %carry = pdl.operation "arith.cmpi"(%sum_value, %y : !pdl.value, !pdl.value) {"predicate" = %ult}
    %carry_value = pdl.result 0 of %carry
    pdl.replace %root with (%sum_value, %carry_value : !pdl.value, !pdl.value)
  }
}
pdl.pattern @carry_by_complement : benefit(1) {
  %t = pdl.type
  %b = pdl.type : i1
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.addui_extended"(%x, %y : !pdl.value, !pdl.value) -> (%t, %b : !pdl.type, !pdl.type)
  pdl.rewrite %root {
    %sum = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %c = pdl.apply_native_rewrite "type_all_ones"(%t : !pdl.type) : !pdl.attribute
    %ones = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
    %ones_value = pdl.result 0 of %ones
    %room = pdl.operation "arith.xori"(%x, %ones_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %room_value = pdl.result 0 of %room
    %ugt = pdl.attribute = 8 : i64
    %carry = pdl.operation "arith.cmpi"(%y, %room_value : !pdl.value, !pdl.value) {"predicate" = %ugt}
    %sum_value = pdl.result 0 of %sum
    %carry_value = pdl.result 0 of %carry
    pdl.replace %root with (%sum_value, %carry_value : !pdl.value, !pdl.value)
  }
}
pdl.pattern @carry_or_equal : benefit(1) {
  %t = pdl.type
  %b = pdl.type : i1
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.addui_extended"(%x, %y : !pdl.value, !pdl.value) -> (%t, %b : !pdl.type, !pdl.type)
  pdl.rewrite %root {
    %sum = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %sum_value = pdl.result 0 of %sum
    %ule = pdl.attribute = 7 : i64
    %carry = pdl.operation "arith.cmpi"(%sum_value, %x : !pdl.value, !pdl.value) {"predicate" = %ule}
    %carry_value = pdl.result 0 of %carry
    pdl.replace %root with (%sum_value, %carry_value : !pdl.value, !pdl.value)
  }
}
pdl.pattern @carry_by_sign : benefit(1) {
  %t = pdl.type
  %b = pdl.type : i1
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.addui_extended"(%x, %y : !pdl.value, !pdl.value) -> (%t, %b : !pdl.type, !pdl.type)
  pdl.rewrite %root {
    %sum = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %sum_value = pdl.result 0 of %sum
    %slt = pdl.attribute = 2 : i64
    %carry = pdl.operation "arith.cmpi"(%sum_value, %x : !pdl.value, !pdl.value) {"predicate" = %slt}
    %carry_value = pdl.result 0 of %carry
    pdl.replace %root with (%sum_value, %carry_value : !pdl.value, !pdl.value)
  }
}
pdl.pattern @carry_by_majority_i8 : benefit(1) {
  %t = pdl.type : i8
  %b = pdl.type : i1
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.addui_extended"(%x, %y : !pdl.value, !pdl.value) -> (%t, %b : !pdl.type, !pdl.type)
  pdl.rewrite %root {
    %sum = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %constant = pdl.attribute = -1 : i8
    %ones = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
    %constant2 = pdl.attribute = 7 : i8
    %seven = pdl.operation "arith.constant" {"value" = %constant2} -> (%t : !pdl.type)
    %both = pdl.operation "arith.andi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %some = pdl.operation "arith.ori"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %sum_value = pdl.result 0 of %sum
    %ones_value = pdl.result 0 of %ones
    %clear = pdl.operation "arith.xori"(%sum_value, %ones_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %some_value = pdl.result 0 of %some
    %clear_value = pdl.result 0 of %clear
    %kept = pdl.operation "arith.andi"(%some_value, %clear_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %both_value = pdl.result 0 of %both
    %kept_value = pdl.result 0 of %kept
    %out = pdl.operation "arith.ori"(%both_value, %kept_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %out_value = pdl.result 0 of %out
    %seven_value = pdl.result 0 of %seven
    %top = pdl.operation "arith.shrui"(%out_value, %seven_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %top_value = pdl.result 0 of %top
    %carry = pdl.operation "arith.trunci"(%top_value : !pdl.value) -> (%b : !pdl.type)
    %carry_value = pdl.result 0 of %carry
    pdl.replace %root with (%sum_value, %carry_value : !pdl.value, !pdl.value)
  }
}
pdl.pattern @without_wrap : benefit(1) {
  %t = pdl.type
  %b = pdl.type : i1
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.addui_extended"(%x, %y : !pdl.value, !pdl.value) -> (%t, %b : !pdl.type, !pdl.type)
  pdl.rewrite %root {
    %nuw = pdl.attribute = #arith.overflow<nuw>
    %sum = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) {"overflowFlags" = %nuw} -> (%t : !pdl.type)
    %sum_value = pdl.result 0 of %sum
    %ult = pdl.attribute = 6 : i64
    %carry = pdl.operation "arith.cmpi"(%sum_value, %x : !pdl.value, !pdl.value) {"predicate" = %ult}
    %carry_value = pdl.result 0 of %carry
    pdl.replace %root with (%sum_value, %carry_value : !pdl.value, !pdl.value)
  }
}
pdl.pattern @carry_of_any_shape : benefit(1) {
  %t = pdl.type
  %b = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.addui_extended"(%x, %y : !pdl.value, !pdl.value) -> (%t, %b : !pdl.type, !pdl.type)
  pdl.rewrite %root {
    %sum = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %sum_value = pdl.result 0 of %sum
    %ult = pdl.attribute = 6 : i64
    %carry = pdl.operation "arith.cmpi"(%sum_value, %x : !pdl.value, !pdl.value) {"predicate" = %ult}
    %carry_value = pdl.result 0 of %carry
    pdl.replace %root with (%sum_value, %carry_value : !pdl.value, !pdl.value)
  }
}
