// The terminators of the llvm dialect of MLIR 22.1.8 that patterns name; the rest of the dialect is left unknown.
irdl.dialect @llvm attributes {assay.incomplete, assay.variadic = "each"} {
  irdl.operation @unreachable attributes {assay.traits = ["terminator"]} {
  }

  irdl.operation @return attributes {
    assay.traits = ["pure", "terminator", "return_like", "parents=llvm.func"]
  } {
    %t = irdl.any
    irdl.operands(arg: optional %t)
  }
}
