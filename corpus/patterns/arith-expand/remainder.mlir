// A remainder by a quotient of the same rounding. Both are undefined on the same inputs: the divisor zero, and for
// signed ones the smallest number by minus one.
pdl.pattern @signed : benefit(1) {
  %t = pdl.type
  %n = pdl.operand : %t
  %m = pdl.operand : %t
  %root = pdl.operation "arith.remsi"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %quotient = pdl.operation "arith.divsi"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %quotient_value = pdl.result 0 of %quotient
    %whole = pdl.operation "arith.muli"(%quotient_value, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %whole_value = pdl.result 0 of %whole
    %subi = pdl.operation "arith.subi"(%n, %whole_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %subi
  }
}
pdl.pattern @unsigned : benefit(1) {
  %t = pdl.type
  %n = pdl.operand : %t
  %m = pdl.operand : %t
  %root = pdl.operation "arith.remui"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %quotient = pdl.operation "arith.divui"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %quotient_value = pdl.result 0 of %quotient
    %whole = pdl.operation "arith.muli"(%quotient_value, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %whole_value = pdl.result 0 of %whole
    %subi = pdl.operation "arith.subi"(%n, %whole_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %subi
  }
}
pdl.pattern @signed_by_floor : benefit(1) {
  %t = pdl.type
  %n = pdl.operand : %t
  %m = pdl.operand : %t
  %root = pdl.operation "arith.remsi"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %quotient = pdl.operation "arith.floordivsi"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %quotient_value = pdl.result 0 of %quotient
    %whole = pdl.operation "arith.muli"(%quotient_value, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %whole_value = pdl.result 0 of %whole
    %subi = pdl.operation "arith.subi"(%n, %whole_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %subi
  }
}
pdl.pattern @signed_by_unsigned : benefit(1) {
  %t = pdl.type
  %n = pdl.operand : %t
  %m = pdl.operand : %t
  %root = pdl.operation "arith.remsi"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %remui = pdl.operation "arith.remui"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %remui
  }
}
pdl.pattern @signed_with_promise : benefit(1) {
  %t = pdl.type
  %n = pdl.operand : %t
  %m = pdl.operand : %t
  %root = pdl.operation "arith.remsi"(%n, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %promise = pdl.attribute = unit
    %quotient = pdl.operation "arith.divsi"(%n, %m : !pdl.value, !pdl.value) {"isExact" = %promise} -> (%t : !pdl.type)
    %quotient_value = pdl.result 0 of %quotient
    %whole = pdl.operation "arith.muli"(%quotient_value, %m : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %whole_value = pdl.result 0 of %whole
    %subi = pdl.operation "arith.subi"(%n, %whole_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %subi
  }
}
