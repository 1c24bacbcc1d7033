// mlir-opt prints a pdl.replace with values and, on the next line, an operation with a result. It cannot read
// its own output: after the values an operation may follow as replacement, and the parser takes the `%` of the
// next line for one. Expected: what is printed can be read.
//
// run: mlir-opt-22  replace_that_cannot_be_read.mlir
// outcome: unreadable
// assay: S102
pdl.pattern @p : benefit(1) {
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %root = pdl.operation "t.root"(%x : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    "pdl.replace"(%root, %x) <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (!pdl.operation, !pdl.value) -> ()
    %new = pdl.operation "t.new"(%x : !pdl.value)
  }
}
