"pdl.pattern"() <{benefit = 1 : i16, sym_name = "p"}> ({
  %x = "pdl.operand"() : () -> !pdl.value
  %k = "pdl.attribute"() <{value = unit}> : () -> !pdl.attribute
  %root = "pdl.operation"(%x, %k) <{attributeValueNames = [], opName = "lab.a", operandSegmentSizes = array<i32: 1, 1, 0>}> : (!pdl.value, !pdl.attribute) -> !pdl.operation
  "pdl.rewrite"(%root) <{operandSegmentSizes = array<i32: 1, 0>}> ({
    "pdl.erase"(%root) : (!pdl.operation) -> ()
  }) : (!pdl.operation) -> ()
}) : () -> ()
