// The ub dialect of MLIR 22.1.8.
irdl.dialect @ub attributes {assay.variadic = "each"} {
  irdl.operation @poison attributes {
    assay.optional_attributes = ["value"],
    assay.traits = ["pure", "deterministic", "constant_like"]
  } {
    %t = irdl.any
    %v = irdl.base "#ub.poison"
    irdl.results(result: %t)
    irdl.attributes {"value" = %v}
  }

  irdl.operation @unreachable attributes {
    assay.traits = ["terminator"]
  } {
  }
}
