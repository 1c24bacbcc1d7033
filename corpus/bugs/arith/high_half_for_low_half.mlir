// A product as a half of the extended product: the first pattern takes the high half, the second a third half that does
// not exist.
pdl.pattern @high_half : benefit(1) {
  %t = pdl.type : i8
  %mark = pdl.attribute = unit
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.muli"(%x, %y : !pdl.value, !pdl.value) {"assay.once" = %mark} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %halves = pdl.operation "arith.mulsi_extended"(%x, %y : !pdl.value, !pdl.value) -> (%t, %t : !pdl.type, !pdl.type)
    %halves_result1 = pdl.result 1 of %halves
    pdl.replace %root with (%halves_result1 : !pdl.value)
  }
}
pdl.pattern @third_half : benefit(1) {
  %t = pdl.type : i8
  %mark = pdl.attribute = unit
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.muli"(%x, %y : !pdl.value, !pdl.value) {"assay.once" = %mark} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %halves = pdl.operation "arith.mulsi_extended"(%x, %y : !pdl.value, !pdl.value) -> (%t, %t : !pdl.type, !pdl.type)
    %halves_result2 = pdl.result 2 of %halves
    pdl.replace %root with (%halves_result2 : !pdl.value)
  }
}
