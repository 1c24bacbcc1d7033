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

  irdl.operation @broadcast attributes {
    assay.relations = ["repeats(source, vector)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %s = irdl.any
    %v = irdl.c_pred "(::llvm::isa<::mlir::VectorType>($_self))"
    irdl.operands(source: %s)
    irdl.results(vector: %v)
  }

  irdl.operation @extract attributes {
    assay.relations = ["count(dynamic_position) == dynamic(static_position)", "extracts(source, static_position, result)"],
    assay.traits = ["pure", "deterministic", "inferred_in_cpp"]
  } {
    %v = irdl.c_pred "(::llvm::isa<::mlir::VectorType>($_self))"
    %i = irdl.is index
    %r = irdl.any
    %p = irdl.c_pred "(::llvm::isa<::mlir::DenseI64ArrayAttr>($_self))"
    irdl.operands(source: %v, dynamic_position: variadic %i)
    irdl.results(result: %r)
    irdl.attributes {"static_position" = %p}
  }

  irdl.operation @reduction attributes {
    assay.optional_attributes = ["fastmath"],
    assay.relations = ["type(dest) == element(vector)", "type(acc) == type(dest)", "combines(vector, kind)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %v = irdl.c_pred "(::llvm::isa<::mlir::VectorType>($_self)) && ((::llvm::cast<::mlir::VectorType>($_self).getRank() == 0) || (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1))"
    %a = irdl.any
    %r = irdl.any
    %k = irdl.base "#vector.kind"
    %f = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(vector: %v, acc: optional %a)
    irdl.results(dest: %r)
    irdl.attributes {"kind" = %k, "fastmath" = %f}
  }

  irdl.operation @transpose attributes {
    assay.relations = ["transposes(vector, permutation, result)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %v = irdl.c_pred "(::llvm::isa<::mlir::VectorType>($_self))"
    %r = irdl.c_pred "(::llvm::isa<::mlir::VectorType>($_self))"
    %p = irdl.c_pred "(::llvm::isa<::mlir::DenseI64ArrayAttr>($_self))"
    irdl.operands(vector: %v)
    irdl.results(result: %r)
    irdl.attributes {"permutation" = %p}
  }
}
