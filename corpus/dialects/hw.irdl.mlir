// The part of CIRCT's hw dialect that patterns over comb need. MLIR 22.1.8 does not know this dialect.
irdl.dialect @hw attributes {assay.in_graph, assay.incomplete, assay.variadic = "each"} {
  irdl.operation @constant attributes {
    assay.relations = ["type(value) == type(result)"],
    assay.traits = ["pure", "deterministic", "constant_like", "infer=type(value)"]
  } {
    %t = irdl.c_pred "($_self.isSignlessInteger())"
    %v = irdl.c_pred "(::llvm::isa<::mlir::IntegerAttr>($_self))"
    irdl.results(result: %t)
    irdl.attributes {"value" = %v}
  }
}
