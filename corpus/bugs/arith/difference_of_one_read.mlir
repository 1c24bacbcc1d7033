// The sum is read once and stands on both sides of a difference: MLIR compares nothing, and any difference whose left
// side is a sum becomes zero.
pdl.pattern @difference_of_one_read : benefit(1) {
  %t = pdl.type : i32
  %mark = pdl.attribute = unit
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %inner = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %inner_value = pdl.result 0 of %inner
  %root = pdl.operation "arith.subi"(%inner_value, %inner_value : !pdl.value, !pdl.value) {"assay.once" = %mark} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %v = pdl.attribute = 0 : i32
    %zero = pdl.operation "arith.constant" {"value" = %v} -> (%t : !pdl.type)
    pdl.replace %root with %zero
  }
}
