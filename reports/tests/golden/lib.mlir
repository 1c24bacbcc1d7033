// Patterns that the sample reports point into.
pdl.pattern @commute : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %inner = pdl.operation "t.inner"(%x : !pdl.value) -> (%t : !pdl.type)
  %v = pdl.result 0 of %inner
  %root = pdl.operation "t.root"(%v : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "t.new"(%x : !pdl.value) -> (%t : !pdl.type)
    pdl.replace %inner with %new
    pdl.erase %root
  }
}

pdl.pattern @fold : benefit(1) {
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %root = pdl.operation "arith.addi"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}

pdl.pattern @grüße : benefit(1) {
  %k = pdl.attribute
  %root = pdl.operation "t.äöü" {"a_rather_long_attribute_name" = %k, "another_rather_long_name" = %k} attributes {note = "this line is far longer than eighty columns"}
  pdl.apply_native_constraint "isGood"(%root : !pdl.operation)
  pdl.rewrite %root {
    pdl.erase %root
  }
}
