// The part of the tensor dialect of MLIR 22.1.8 that patterns name: no operation with regions and none whose definition
// computes with extents.
irdl.dialect @tensor attributes {assay.incomplete, assay.variadic = "each"} {
  irdl.operation @dim attributes {
    assay.traits = ["pure", "deterministic", "infer=index"]
  } {
    %t = irdl.c_pred "((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::cast<::mlir::ShapedType>($_self).getRank() > 0)) || (::llvm::isa<::mlir::UnrankedTensorType>($_self))"
    %i = irdl.is index
    irdl.operands(source: %t, index: %i)
    irdl.results(result: %i)
  }

  irdl.operation @rank attributes {
    assay.traits = ["pure", "deterministic", "infer=index"]
  } {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    %i = irdl.is index
    irdl.operands(tensor: %t)
    irdl.results(result: %i)
  }

  irdl.operation @extract attributes {
    assay.relations = ["type(result) == element(tensor)", "count(indices) == rank(tensor)"],
    assay.traits = ["pure", "deterministic", "infer=element(tensor)"]
  } {
    %t = irdl.c_pred "(::llvm::isa<::mlir::RankedTensorType>($_self))"
    %i = irdl.is index
    %r = irdl.any
    irdl.operands(tensor: %t, indices: variadic %i)
    irdl.results(result: %r)
  }

  irdl.operation @insert attributes {
    assay.relations = ["type(scalar) == element(dest)", "count(indices) == rank(dest)"],
    assay.traits = ["pure", "deterministic", "infer=type(dest)"]
  } {
    %s = irdl.any
    %t = irdl.c_pred "(::llvm::isa<::mlir::RankedTensorType>($_self))"
    %i = irdl.is index
    irdl.operands(scalar: %s, dest: %t, indices: variadic %i)
    irdl.results(result: %t)
  }

  irdl.operation @empty attributes {
    assay.relations = ["count(dynamic_sizes) == dynamic(result)"],
    assay.traits = ["pure"]
  } {
    %i = irdl.is index
    %t = irdl.c_pred "(::llvm::isa<::mlir::RankedTensorType>($_self))"
    irdl.operands(dynamic_sizes: variadic %i)
    irdl.results(result: %t)
  }

  irdl.operation @splat attributes {
    assay.relations = ["type(input) == element(aggregate)", "count(dynamic_sizes) == dynamic(aggregate)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %s = irdl.any
    %i = irdl.is index
    %t = irdl.c_pred "(::llvm::isa<::mlir::RankedTensorType>($_self))"
    irdl.operands(input: %s, dynamic_sizes: variadic %i)
    irdl.results(aggregate: %t)
  }

  irdl.operation @cast attributes {
    assay.relations = ["casts(source, dest)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %s = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(source: %s)
    irdl.results(dest: %t)
  }
}
