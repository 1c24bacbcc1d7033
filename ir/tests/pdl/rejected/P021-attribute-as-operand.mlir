"pdl.pattern"() <{benefit = 1 : i16, sym_name = "p"}> ({
  %k = "pdl.attribute"() <{value = unit}> : () -> !pdl.attribute
  %root = "pdl.operation"(%k) <{attributeValueNames = [], opName = "lab.a", operandSegmentSizes = array<i32: 1, 0, 0>}> : (!pdl.attribute) -> !pdl.operation
  "pdl.rewrite"(%root) <{operandSegmentSizes = array<i32: 1, 0>}> ({
    "pdl.erase"(%root) : (!pdl.operation) -> ()
  }) : (!pdl.operation) -> ()
}) : () -> ()
