// x - x is zero. Overflow flags on the difference cannot matter: it never overflows.
pdl.pattern @subtract_self : benefit(1) {
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %root = pdl.operation "arith.subi"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %v = pdl.attribute = 0 : i32
    %zero = pdl.operation "arith.constant" {"value" = %v} -> (%t : !pdl.type)
    pdl.replace %root with %zero
  }
}
