"pdl.pattern"() <{benefit = 1 : i16, sym_name = "p"}> ({
  %x = "pdl.operand"() : () -> !pdl.value
  %root = "pdl.operation"(%x) <{attributeValueNames = [], opName = "lab.a", operandSegmentSizes = array<i32: 1, 0, 0>}> : (!pdl.value) -> !pdl.operation
  "pdl.rewrite"(%root) <{operandSegmentSizes = array<i32: 1, 0>}> ({
    "pdl.erase"(%root) : (!pdl.operation) -> ()
  }) : (!pdl.operation) -> ()
  "pdl.rewrite"(%root) <{name = "r", operandSegmentSizes = array<i32: 1, 0>}> ({}) : (!pdl.operation) -> ()
}) : () -> ()
