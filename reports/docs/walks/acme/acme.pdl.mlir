// avg(x, x) is x.
pdl.pattern @avg_same : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %root = pdl.operation "acme.avg"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}

// avg(x, y) is (x + y) >> 1: the sum wraps.
pdl.pattern @avg_lowered : benefit(1) {
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "acme.avg"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %sum = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %s = pdl.result 0 of %sum
    %c = pdl.attribute = 1 : i8
    %one = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
    %o = pdl.result 0 of %one
    %half = pdl.operation "arith.shrui"(%s, %o : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %half
  }
}

// x / c is x >> log2(c), where c is a power of two.
pdl.pattern @divided_by_power : benefit(1) {
  %t = pdl.type : i16
  %x = pdl.operand : %t
  %c = pdl.attribute : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %v = pdl.result 0 of %k
  %root = pdl.operation "arith.divui"(%x, %v : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint "is_power_of_two"(%c : !pdl.attribute)
  pdl.rewrite %root {
    %l = pdl.apply_native_rewrite "log2"(%c : !pdl.attribute) : !pdl.attribute
    %shift = pdl.operation "arith.constant" {"value" = %l} -> (%t : !pdl.type)
    %s = pdl.result 0 of %shift
    %n = pdl.operation "arith.shrui"(%x, %s : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %n
  }
}
