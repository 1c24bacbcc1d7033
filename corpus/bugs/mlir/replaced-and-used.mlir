// A result of an operation that was replaced is used afterwards. The interpreter reads the operation that is
// gone.
// MLIR 22.1.8: crashes
module @patterns {
  pdl.pattern : benefit(1) {
    %t = pdl.type
    %x = pdl.operand : %t
    %root = pdl.operation "lab.root"(%x : !pdl.value) -> (%t : !pdl.type)
    pdl.rewrite %root {
      "pdl.replace"(%root, %x) <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (!pdl.operation, !pdl.value) -> ()
      %r = pdl.result 0 of %root
      %new = pdl.operation "lab.new"(%r : !pdl.value)
    }
  }
}
module @ir {
  %0 = "lab.x"() : () -> i32
  %1 = "lab.root"(%0) : (i32) -> i32
  "lab.use"(%1) : (i32) -> ()
}
