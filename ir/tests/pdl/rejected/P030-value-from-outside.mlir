%x = pdl.attribute = unit
"pdl.pattern"() <{benefit = 1 : i16, sym_name = "p"}> ({
  %root = "pdl.operation"(%x) <{attributeValueNames = ["k"], opName = "lab.a", operandSegmentSizes = array<i32: 0, 1, 0>}> : (!pdl.attribute) -> !pdl.operation
  "pdl.rewrite"(%root) <{operandSegmentSizes = array<i32: 1, 0>}> ({
    "pdl.erase"(%root) : (!pdl.operation) -> ()
  }) : (!pdl.operation) -> ()
}) : () -> ()
