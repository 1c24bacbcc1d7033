// The operations of the builtin dialect of MLIR 22.1.8.
irdl.dialect @builtin attributes {assay.variadic = "each"} {
  irdl.operation @module attributes {
    assay.optional_attributes = ["sym_name", "sym_visibility"],
    assay.traits = ["isolated", "graph", "single_block", "no_terminator", "symbol", "symbol_table"]
  } {
    %name = irdl.c_pred "(::llvm::isa<::mlir::StringAttr>($_self))"
    %visibility = irdl.c_pred "(::llvm::isa<::mlir::StringAttr>($_self))"
    %r = irdl.region() with size 1
    irdl.attributes {"sym_name" = %name, "sym_visibility" = %visibility}
    irdl.regions(body_region: %r)
  }

  irdl.operation @unrealized_conversion_cast attributes {
    assay.relations = ["0 < count(outputs)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %t = irdl.any
    %u = irdl.any
    irdl.operands(inputs: variadic %t)
    irdl.results(outputs: variadic %u)
  }
}
