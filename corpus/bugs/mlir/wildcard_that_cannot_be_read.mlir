// mlir-opt prints a pdl.operation without a name and with an attribute dictionary of its own, and cannot read
// that: the dictionary is taken for the attributes to match. Expected: what is printed can be read.
//
// run: mlir-opt-22  wildcard_that_cannot_be_read.mlir
// outcome: unreadable
// assay: S101
pdl.pattern @p : benefit(1) {
  %root = "pdl.operation"() <{attributeValueNames = [], operandSegmentSizes = array<i32: 0, 0, 0>}> {note = 1 : i32} : () -> !pdl.operation
  pdl.rewrite %root {
    pdl.erase %root
  }
}
