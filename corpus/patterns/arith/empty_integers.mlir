// Integers of no bits have one value. A pattern that writes `i0` is asked about it.
pdl.pattern @add_of_nothing : benefit(1) {
  %t = pdl.type : i0
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
pdl.pattern @shift_of_nothing : benefit(1) {
  %t = pdl.type : i0
  %x = pdl.operand : %t
  %root = pdl.operation "arith.andi"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %shifted = pdl.operation "arith.shli"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %shifted
  }
}
pdl.pattern @extension_of_nothing : benefit(1) {
  %t = pdl.type : i0
  %w = pdl.type : i8
  %x = pdl.operand : %t
  %root = pdl.operation "arith.extsi"(%x : !pdl.value) -> (%w : !pdl.type)
  pdl.rewrite %root {
    %attr = pdl.attribute = -1 : i8
    %ones = pdl.operation "arith.constant" {"value" = %attr} -> (%w : !pdl.type)
    pdl.replace %root with %ones
  }
}
pdl.pattern @quotient_of_nothing : benefit(1) {
  %t = pdl.type : vector<2xi0>
  %x = pdl.operand : %t
  %root = pdl.operation "arith.ori"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %quotient = pdl.operation "arith.divui"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %quotient
  }
}
