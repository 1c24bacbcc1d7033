// (x + y) - z as x + (y - z): the inner sum is erased after its user was replaced, although others may use it.
pdl.pattern @operand_erased_with_its_user : benefit(1) {
  %t = pdl.type : i32
  %mark = pdl.attribute = unit
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %inner = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %z = pdl.operand : %t
  %inner_value = pdl.result 0 of %inner
  %root = pdl.operation "arith.subi"(%inner_value, %z : !pdl.value, !pdl.value) {"assay.once" = %mark} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %rest = pdl.operation "arith.subi"(%y, %z : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %rest_value = pdl.result 0 of %rest
    %sum = pdl.operation "arith.addi"(%x, %rest_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %sum
    pdl.erase %inner
  }
}
