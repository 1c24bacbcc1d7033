// The part of the vector dialect of MLIR 22.1.8 that patterns name: operations whose definition does not compute with
// extents.
irdl.dialect @vector attributes {assay.incomplete, assay.variadic = "each"} {
  irdl.operation @fma attributes {
    assay.traits = ["pure", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "(::llvm::isa<::mlir::VectorType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    irdl.operands(lhs: %t, rhs: %t, acc: %t)
    irdl.results(result: %t)
  }
}
