// What a terminator hands on can be seen: by the caller, by the operation around.
pdl.pattern @return_of_the_same : benefit(1) {
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %constant = pdl.attribute = 0 : i8
  %z = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
  %z_value = pdl.result 0 of %z
  %s = pdl.operation "arith.ori"(%x, %z_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %s_value = pdl.result 0 of %s
  %root = pdl.operation "func.return"(%s_value : !pdl.value)
  pdl.rewrite %root {
    %new = pdl.operation "func.return"(%x : !pdl.value)
    pdl.erase %root
  }
}
pdl.pattern @return_of_another : benefit(1) {
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %constant = pdl.attribute = 1 : i8
  %z = pdl.operation "arith.constant" {"value" = %constant} -> (%t : !pdl.type)
  %z_value = pdl.result 0 of %z
  %s = pdl.operation "arith.ori"(%x, %z_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %s_value = pdl.result 0 of %s
  %root = pdl.operation "func.return"(%s_value : !pdl.value)
  pdl.rewrite %root {
    %new = pdl.operation "func.return"(%x : !pdl.value)
    pdl.erase %root
  }
}
pdl.pattern @return_of_poison : benefit(1) {
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %none = pdl.attribute = #arith.overflow<none>
  %s = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) {"overflowFlags" = %none} -> (%t : !pdl.type)
  %s_value = pdl.result 0 of %s
  %root = pdl.operation "func.return"(%s_value : !pdl.value)
  pdl.rewrite %root {
    %nuw = pdl.attribute = #arith.overflow<nuw>
    %p = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) {"overflowFlags" = %nuw} -> (%t : !pdl.type)
    %p_value = pdl.result 0 of %p
    %new = pdl.operation "func.return"(%p_value : !pdl.value)
    pdl.erase %root
  }
}
pdl.pattern @yield_of_another : benefit(1) {
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %s = pdl.operation "arith.maxui"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %s_value = pdl.result 0 of %s
  %root = pdl.operation "scf.yield"(%s_value : !pdl.value)
  pdl.rewrite %root {
    %new = pdl.operation "scf.yield"(%x : !pdl.value)
    pdl.erase %root
  }
}
pdl.pattern @yield_of_the_same : benefit(1) {
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %s = pdl.operation "arith.maxui"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %s_value = pdl.result 0 of %s
  %root = pdl.operation "scf.yield"(%s_value : !pdl.value)
  pdl.rewrite %root {
    %new = pdl.operation "scf.yield"(%x : !pdl.value)
    pdl.erase %root
  }
}
