// Promises that are made where there were none. A published tool ignored overflow flags on differences, products and
// shifts, and called each of these sound.
pdl.pattern @difference : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %none = pdl.attribute = #arith.overflow<none>
  %root = pdl.operation "arith.subi"(%x, %y : !pdl.value, !pdl.value) {"overflowFlags" = %none} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %nsw = pdl.attribute = #arith.overflow<nsw>
    %subi = pdl.operation "arith.subi"(%x, %y : !pdl.value, !pdl.value) {"overflowFlags" = %nsw} -> (%t : !pdl.type)
    pdl.replace %root with %subi
  }
}
pdl.pattern @difference_unsigned : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %none = pdl.attribute = #arith.overflow<none>
  %root = pdl.operation "arith.subi"(%x, %y : !pdl.value, !pdl.value) {"overflowFlags" = %none} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %nuw = pdl.attribute = #arith.overflow<nuw>
    %subi = pdl.operation "arith.subi"(%x, %y : !pdl.value, !pdl.value) {"overflowFlags" = %nuw} -> (%t : !pdl.type)
    pdl.replace %root with %subi
  }
}
pdl.pattern @product : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %none = pdl.attribute = #arith.overflow<none>
  %root = pdl.operation "arith.muli"(%x, %y : !pdl.value, !pdl.value) {"overflowFlags" = %none} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %nsw = pdl.attribute = #arith.overflow<nsw>
    %muli = pdl.operation "arith.muli"(%x, %y : !pdl.value, !pdl.value) {"overflowFlags" = %nsw} -> (%t : !pdl.type)
    pdl.replace %root with %muli
  }
}
pdl.pattern @product_unsigned : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %none = pdl.attribute = #arith.overflow<none>
  %root = pdl.operation "arith.muli"(%x, %y : !pdl.value, !pdl.value) {"overflowFlags" = %none} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %nuw = pdl.attribute = #arith.overflow<nuw>
    %muli = pdl.operation "arith.muli"(%x, %y : !pdl.value, !pdl.value) {"overflowFlags" = %nuw} -> (%t : !pdl.type)
    pdl.replace %root with %muli
  }
}
pdl.pattern @shift : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %none = pdl.attribute = #arith.overflow<none>
  %root = pdl.operation "arith.shli"(%x, %y : !pdl.value, !pdl.value) {"overflowFlags" = %none} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %nsw = pdl.attribute = #arith.overflow<nsw>
    %shli = pdl.operation "arith.shli"(%x, %y : !pdl.value, !pdl.value) {"overflowFlags" = %nsw} -> (%t : !pdl.type)
    pdl.replace %root with %shli
  }
}
pdl.pattern @shift_unsigned : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %none = pdl.attribute = #arith.overflow<none>
  %root = pdl.operation "arith.shli"(%x, %y : !pdl.value, !pdl.value) {"overflowFlags" = %none} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %nuw = pdl.attribute = #arith.overflow<nuw>
    %shli = pdl.operation "arith.shli"(%x, %y : !pdl.value, !pdl.value) {"overflowFlags" = %nuw} -> (%t : !pdl.type)
    pdl.replace %root with %shli
  }
}
pdl.pattern @dropped : benefit(1) {
  %t = pdl.type
  %f = pdl.attribute = #arith.overflow<nsw, nuw>
  %mark = pdl.attribute = unit
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.muli"(%x, %y : !pdl.value, !pdl.value) {"overflowFlags" = %f, "assay.once" = %mark} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %none = pdl.attribute = #arith.overflow<none>
    %muli = pdl.operation "arith.muli"(%x, %y : !pdl.value, !pdl.value) {"overflowFlags" = %none} -> (%t : !pdl.type)
    pdl.replace %root with %muli
  }
}
