pdl.pattern @p : benefit(1) {
  %x = pdl.operand
  %root = pdl.operation "lab.a"(%x : !pdl.value)
  pdl.rewrite %root {
    %n = pdl.operation "arith.extsi"(%x : !pdl.value)
    %m = pdl.operation "lab.m"
    "pdl.replace"(%m, %n) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (!pdl.operation, !pdl.operation) -> ()
    pdl.erase %root
  }
}
func.func @loaded() -> i8 {
  %c = "arith.constant"() <{value = 0 : i8}> : () -> i8
  return %c : i8
}
