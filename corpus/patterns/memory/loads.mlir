// What a load gives depends on when it is made: between two matched operations stand others that the pattern does not
// see, and any of them may write to memory.
pdl.pattern @made_again_at_root : benefit(1) {
  %t = pdl.type : i8
  %m = pdl.type : memref<4xi8>
  %n = pdl.type : index
  %mark = pdl.attribute = unit
  %a = pdl.operand : %m
  %i = pdl.operand : %n
  %x = pdl.operand : %t
  %l = pdl.operation "memref.load"(%a, %i : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %l_value = pdl.result 0 of %l
  %root = pdl.operation "arith.addi"(%l_value, %x : !pdl.value, !pdl.value) {"assay.once" = %mark} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %e = pdl.operation "memref.load"(%a, %i : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %e_value = pdl.result 0 of %e
    %addi = pdl.operation "arith.addi"(%e_value, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %addi
  }
}
pdl.pattern @made_again_in_place : benefit(1) {
  %t = pdl.type : i8
  %m = pdl.type : memref<4xi8>
  %n = pdl.type : index
  %mark = pdl.attribute = unit
  %a = pdl.operand : %m
  %i = pdl.operand : %n
  %root = pdl.operation "memref.load"(%a, %i : !pdl.value, !pdl.value) {"assay.once" = %mark} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %load = pdl.operation "memref.load"(%a, %i : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %load
  }
}
pdl.pattern @by_simpler_index : benefit(1) {
  %t = pdl.type : i8
  %m = pdl.type : memref<4xi8>
  %n = pdl.type : index
  %a = pdl.operand : %m
  %i = pdl.operand : %n
  %constant = pdl.attribute = 0 : index
  %z = pdl.operation "arith.constant" {"value" = %constant} -> (%n : !pdl.type)
  %z_value = pdl.result 0 of %z
  %j = pdl.operation "arith.addi"(%i, %z_value : !pdl.value, !pdl.value) -> (%n : !pdl.type)
  %j_value = pdl.result 0 of %j
  %root = pdl.operation "memref.load"(%a, %j_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %load = pdl.operation "memref.load"(%a, %i : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %load
  }
}
pdl.pattern @at_another_index : benefit(1) {
  %t = pdl.type : i8
  %m = pdl.type : memref<4xi8>
  %n = pdl.type : index
  %a = pdl.operand : %m
  %constant = pdl.attribute = 0 : index
  %z = pdl.operation "arith.constant" {"value" = %constant} -> (%n : !pdl.type)
  %z_value = pdl.result 0 of %z
  %root = pdl.operation "memref.load"(%a, %z_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %constant2 = pdl.attribute = 1 : index
    %o = pdl.operation "arith.constant" {"value" = %constant2} -> (%n : !pdl.type)
    %o_value = pdl.result 0 of %o
    %load = pdl.operation "memref.load"(%a, %o_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %load
  }
}
pdl.pattern @outside : benefit(1) {
  %t = pdl.type : i8
  %m = pdl.type : memref<4xi8>
  %n = pdl.type : index
  %a = pdl.operand : %m
  %constant = pdl.attribute = 3 : index
  %z = pdl.operation "arith.constant" {"value" = %constant} -> (%n : !pdl.type)
  %z_value = pdl.result 0 of %z
  %root = pdl.operation "memref.load"(%a, %z_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %constant2 = pdl.attribute = 4 : index
    %o = pdl.operation "arith.constant" {"value" = %constant2} -> (%n : !pdl.type)
    %o_value = pdl.result 0 of %o
    %load = pdl.operation "memref.load"(%a, %o_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %load
  }
}
pdl.pattern @two_loads_are_one : benefit(1) {
  %t = pdl.type : i8
  %m = pdl.type : memref<4xi8>
  %n = pdl.type : index
  %a = pdl.operand : %m
  %i = pdl.operand : %n
  %l = pdl.operation "memref.load"(%a, %i : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %k = pdl.operation "memref.load"(%a, %i : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %l_value = pdl.result 0 of %l
  %k_value = pdl.result 0 of %k
  %root = pdl.operation "arith.subi"(%l_value, %k_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %constant = pdl.attribute = 0 : i8
    %constant2 = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
    pdl.replace %root with %constant2
  }
}
pdl.pattern @one_load_twice : benefit(1) {
  %t = pdl.type : i8
  %m = pdl.type : memref<4xi8>
  %n = pdl.type : index
  %a = pdl.operand : %m
  %i = pdl.operand : %n
  %l = pdl.operation "memref.load"(%a, %i : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %l_value = pdl.result 0 of %l
  %l_value2 = pdl.result 0 of %l
  %root = pdl.operation "arith.subi"(%l_value, %l_value2 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %constant = pdl.attribute = 0 : i8
    %constant2 = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
    pdl.replace %root with %constant2
  }
}
