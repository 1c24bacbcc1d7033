// What a store writes, and where and when, can be seen by any later load.
pdl.pattern @of_the_same_value : benefit(1) {
  %t = pdl.type : i8
  %m = pdl.type : memref<4xi8>
  %n = pdl.type : index
  %a = pdl.operand : %m
  %i = pdl.operand : %n
  %x = pdl.operand : %t
  %constant = pdl.attribute = 0 : i8
  %z = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
  %z_value = pdl.result 0 of %z
  %s = pdl.operation "arith.addi"(%x, %z_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %s_value = pdl.result 0 of %s
  %root = pdl.operation "memref.store"(%s_value, %a, %i : !pdl.value, !pdl.value, !pdl.value)
  pdl.rewrite %root {
    %new = pdl.operation "memref.store"(%x, %a, %i : !pdl.value, !pdl.value, !pdl.value)
    pdl.erase %root
  }
}
pdl.pattern @of_another_value : benefit(1) {
  %t = pdl.type : i8
  %m = pdl.type : memref<4xi8>
  %n = pdl.type : index
  %a = pdl.operand : %m
  %i = pdl.operand : %n
  %x = pdl.operand : %t
  %constant = pdl.attribute = 1 : i8
  %z = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
  %z_value = pdl.result 0 of %z
  %s = pdl.operation "arith.addi"(%x, %z_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %s_value = pdl.result 0 of %s
  %root = pdl.operation "memref.store"(%s_value, %a, %i : !pdl.value, !pdl.value, !pdl.value)
  pdl.rewrite %root {
    %new = pdl.operation "memref.store"(%x, %a, %i : !pdl.value, !pdl.value, !pdl.value)
    pdl.erase %root
  }
}
pdl.pattern @of_poison : benefit(1) {
  %t = pdl.type : i8
  %m = pdl.type : memref<4xi8>
  %n = pdl.type : index
  %a = pdl.operand : %m
  %i = pdl.operand : %n
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %none = pdl.attribute = #arith.overflow<none>
  %s = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) {"overflowFlags" = %none} -> (%t : !pdl.type)
  %s_value = pdl.result 0 of %s
  %root = pdl.operation "memref.store"(%s_value, %a, %i : !pdl.value, !pdl.value, !pdl.value)
  pdl.rewrite %root {
    %nsw = pdl.attribute = #arith.overflow<nsw>
    %p = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) {"overflowFlags" = %nsw} -> (%t : !pdl.type)
    %p_value = pdl.result 0 of %p
    %new = pdl.operation "memref.store"(%p_value, %a, %i : !pdl.value, !pdl.value, !pdl.value)
    pdl.erase %root
  }
}
pdl.pattern @without_a_promise : benefit(1) {
  %t = pdl.type : i8
  %m = pdl.type : memref<4xi8>
  %n = pdl.type : index
  %a = pdl.operand : %m
  %i = pdl.operand : %n
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %nsw = pdl.attribute = #arith.overflow<nsw>
  %s = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) {"overflowFlags" = %nsw} -> (%t : !pdl.type)
  %s_value = pdl.result 0 of %s
  %root = pdl.operation "memref.store"(%s_value, %a, %i : !pdl.value, !pdl.value, !pdl.value)
  pdl.rewrite %root {
    %none = pdl.attribute = #arith.overflow<none>
    %p = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) {"overflowFlags" = %none} -> (%t : !pdl.type)
    %p_value = pdl.result 0 of %p
    %new = pdl.operation "memref.store"(%p_value, %a, %i : !pdl.value, !pdl.value, !pdl.value)
    pdl.erase %root
  }
}
pdl.pattern @at_another_place : benefit(1) {
  %t = pdl.type : i8
  %m = pdl.type : memref<4xi8>
  %n = pdl.type : index
  %a = pdl.operand : %m
  %x = pdl.operand : %t
  %constant = pdl.attribute = 0 : index
  %z = pdl.operation "arith.constant" {"value" = %constant} -> (%n : !pdl.type)
  %z_value = pdl.result 0 of %z
  %root = pdl.operation "memref.store"(%x, %a, %z_value : !pdl.value, !pdl.value, !pdl.value)
  pdl.rewrite %root {
    %constant2 = pdl.attribute = 1 : index
    %o = pdl.operation "arith.constant" {"value" = %constant2} -> (%n : !pdl.type)
    %o_value = pdl.result 0 of %o
    %new = pdl.operation "memref.store"(%x, %a, %o_value : !pdl.value, !pdl.value, !pdl.value)
    pdl.erase %root
  }
}
pdl.pattern @dropped : benefit(1) {
  %t = pdl.type : i8
  %m = pdl.type : memref<4xi8>
  %n = pdl.type : index
  %mark = pdl.attribute = unit
  %a = pdl.operand : %m
  %i = pdl.operand : %n
  %x = pdl.operand : %t
  %root = pdl.operation "memref.store"(%x, %a, %i : !pdl.value, !pdl.value, !pdl.value) {"assay.once" = %mark}
  pdl.rewrite %root {
    pdl.erase %root
  }
}
pdl.pattern @overwritten : benefit(1) {
  %t = pdl.type : i8
  %m = pdl.type : memref<4xi8>
  %n = pdl.type : index
  %mark = pdl.attribute = unit
  %a = pdl.operand : %m
  %i = pdl.operand : %n
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %first = pdl.operation "memref.store"(%x, %a, %i : !pdl.value, !pdl.value, !pdl.value)
  %root = pdl.operation "memref.store"(%y, %a, %i : !pdl.value, !pdl.value, !pdl.value) {"assay.once" = %mark}
  pdl.rewrite %root {
    pdl.erase %first
  }
}
