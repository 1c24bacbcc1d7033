// Reassociation by replacing the inner sum: the new sum is made before the outer one, but what uses the inner sum
// may stand earlier.
pdl.pattern @inner_replaced_by_later_sum : benefit(1) {
  %t = pdl.type : i32
  %mark = pdl.attribute = unit
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %inner = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) {"assay.once" = %mark} -> (%t : !pdl.type)
  %z = pdl.operand : %t
  %inner_value = pdl.result 0 of %inner
  %root = pdl.operation "arith.subi"(%inner_value, %z : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %swapped = pdl.operation "arith.addi"(%y, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %inner with %swapped
  }
}
