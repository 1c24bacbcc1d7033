// Others may use the sum.
pdl.pattern @erase_used : benefit(1) {
  %type = pdl.type : i32
  %a = pdl.operand : %type
  %add = pdl.operation "arith.addi"(%a, %a : !pdl.value, !pdl.value) -> (%type : !pdl.type)
  pdl.rewrite %add {
    pdl.erase %add
  }
}

// The quotient of a signed division is not that of a shift.
pdl.pattern @div_to_shift : benefit(1) {
  %type = pdl.type : i8
  %one = pdl.attribute = 1 : i8
  %two = pdl.attribute = 2 : i8
  %x = pdl.operand : %type
  %const = pdl.operation "arith.constant" {"value" = %two} -> (%type : !pdl.type)
  %c = pdl.result 0 of %const
  %div = pdl.operation "arith.divsi"(%x, %c : !pdl.value, !pdl.value) -> (%type : !pdl.type)
  pdl.rewrite %div {
    %k = pdl.operation "arith.constant" {"value" = %one} -> (%type : !pdl.type)
    %s = pdl.result 0 of %k
    %shift = pdl.operation "arith.shrsi"(%x, %s : !pdl.value, !pdl.value) -> (%type : !pdl.type)
    pdl.replace %div with %shift
  }
}

pdl.pattern @add_zero : benefit(1) {
  %type = pdl.type : i16
  %zero = pdl.attribute = 0 : i16
  %x = pdl.operand : %type
  %const = pdl.operation "arith.constant" {"value" = %zero} -> (%type : !pdl.type)
  %c = pdl.result 0 of %const
  %add = pdl.operation "arith.addi"(%x, %c : !pdl.value, !pdl.value) -> (%type : !pdl.type)
  pdl.rewrite %add {
    pdl.replace %add with (%x : !pdl.value)
  }
}
