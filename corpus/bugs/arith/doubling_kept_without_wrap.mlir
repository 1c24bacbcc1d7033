// x + x as x << 1, with the promise of the sum copied to the shift: a sum that may wrap becomes poison.
pdl.pattern @doubling_kept_without_wrap : benefit(1) {
  %t = pdl.type : i8
  %mark = pdl.attribute = unit
  %f = pdl.attribute = #arith.overflow<none>
  %x = pdl.operand : %t
  %root = pdl.operation "arith.addi"(%x, %x : !pdl.value, !pdl.value) {"assay.once" = %mark, "overflowFlags" = %f} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %w = pdl.attribute = 1 : i8
    %g = pdl.attribute = #arith.overflow<nsw>
    %one = pdl.operation "arith.constant" {"value" = %w} -> (%t : !pdl.type)
    %one_value = pdl.result 0 of %one
    %shifted = pdl.operation "arith.shli"(%x, %one_value : !pdl.value, !pdl.value) {"overflowFlags" = %g} -> (%t : !pdl.type)
    pdl.replace %root with %shifted
  }
}
