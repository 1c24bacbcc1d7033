"pdl.pattern"() <{benefit = 1 : i16, sym_name = "p"}> ({
  %root = "pdl.operation"() <{attributeValueNames = [], opName = "lab.a"}> : () -> !pdl.operation
  "pdl.rewrite"(%root) <{operandSegmentSizes = array<i32: 1, 0>}> ({
    "pdl.erase"(%root) : (!pdl.operation) -> ()
  }) : (!pdl.operation) -> ()
}) : () -> ()
