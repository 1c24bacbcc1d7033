// x / x is one where it is defined: division by zero is undefined and permits anything.
pdl.pattern @unsigned_quotient_of_self : benefit(1) {
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %root = pdl.operation "arith.divui"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %v = pdl.attribute = 1 : i32
    %zero = pdl.operation "arith.constant" {"value" = %v} -> (%t : !pdl.type)
    pdl.replace %root with %zero
  }
}
