// Comparing a value with itself, predicate by predicate.
pdl.pattern @equal : benefit(1) {
  %t = pdl.type : i32
  %b = pdl.type : i1
  %p = pdl.attribute = 0 : i64
  %x = pdl.operand : %t
  %root = pdl.operation "arith.cmpi"(%x, %x : !pdl.value, !pdl.value) {"predicate" = %p} -> (%b : !pdl.type)
  pdl.rewrite %root {
    %v = pdl.attribute = true
    %answer = pdl.operation "arith.constant" {"value" = %v} -> (%b : !pdl.type)
    pdl.replace %root with %answer
  }
}
pdl.pattern @different : benefit(1) {
  %t = pdl.type : i32
  %b = pdl.type : i1
  %p = pdl.attribute = 1 : i64
  %x = pdl.operand : %t
  %root = pdl.operation "arith.cmpi"(%x, %x : !pdl.value, !pdl.value) {"predicate" = %p} -> (%b : !pdl.type)
  pdl.rewrite %root {
    %v = pdl.attribute = false
    %answer = pdl.operation "arith.constant" {"value" = %v} -> (%b : !pdl.type)
    pdl.replace %root with %answer
  }
}
pdl.pattern @less : benefit(1) {
  %t = pdl.type : i32
  %b = pdl.type : i1
  %p = pdl.attribute = 2 : i64
  %x = pdl.operand : %t
  %root = pdl.operation "arith.cmpi"(%x, %x : !pdl.value, !pdl.value) {"predicate" = %p} -> (%b : !pdl.type)
  pdl.rewrite %root {
    %v = pdl.attribute = false
    %answer = pdl.operation "arith.constant" {"value" = %v} -> (%b : !pdl.type)
    pdl.replace %root with %answer
  }
}
pdl.pattern @at_most : benefit(1) {
  %t = pdl.type : i32
  %b = pdl.type : i1
  %p = pdl.attribute = 3 : i64
  %x = pdl.operand : %t
  %root = pdl.operation "arith.cmpi"(%x, %x : !pdl.value, !pdl.value) {"predicate" = %p} -> (%b : !pdl.type)
  pdl.rewrite %root {
    %v = pdl.attribute = true
    %answer = pdl.operation "arith.constant" {"value" = %v} -> (%b : !pdl.type)
    pdl.replace %root with %answer
  }
}
pdl.pattern @above_unsigned : benefit(1) {
  %t = pdl.type : i32
  %b = pdl.type : i1
  %p = pdl.attribute = 8 : i64
  %x = pdl.operand : %t
  %root = pdl.operation "arith.cmpi"(%x, %x : !pdl.value, !pdl.value) {"predicate" = %p} -> (%b : !pdl.type)
  pdl.rewrite %root {
    %v = pdl.attribute = false
    %answer = pdl.operation "arith.constant" {"value" = %v} -> (%b : !pdl.type)
    pdl.replace %root with %answer
  }
}
pdl.pattern @at_least_unsigned : benefit(1) {
  %t = pdl.type : i32
  %b = pdl.type : i1
  %p = pdl.attribute = 9 : i64
  %x = pdl.operand : %t
  %root = pdl.operation "arith.cmpi"(%x, %x : !pdl.value, !pdl.value) {"predicate" = %p} -> (%b : !pdl.type)
  pdl.rewrite %root {
    %v = pdl.attribute = true
    %answer = pdl.operation "arith.constant" {"value" = %v} -> (%b : !pdl.type)
    pdl.replace %root with %answer
  }
}
