// The index dialect of MLIR 22.1.8.
irdl.dialect @index attributes {assay.variadic = "each"} {
  irdl.operation @add attributes {
    assay.traits = ["pure", "commutative", "deterministic", "infer=index"]
  } {
    %t = irdl.is index
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(result: %t)
  }

  irdl.operation @sub attributes {
    assay.traits = ["pure", "deterministic", "infer=index"]
  } {
    %t = irdl.is index
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(result: %t)
  }

  irdl.operation @mul attributes {
    assay.traits = ["pure", "commutative", "deterministic", "infer=index"]
  } {
    %t = irdl.is index
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(result: %t)
  }

  irdl.operation @divs attributes {
    assay.traits = ["deterministic", "infer=index"]
  } {
    %t = irdl.is index
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(result: %t)
  }

  irdl.operation @divu attributes {
    assay.traits = ["deterministic", "infer=index"]
  } {
    %t = irdl.is index
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(result: %t)
  }

  irdl.operation @ceildivs attributes {
    assay.traits = ["deterministic", "infer=index"]
  } {
    %t = irdl.is index
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(result: %t)
  }

  irdl.operation @ceildivu attributes {
    assay.traits = ["deterministic", "infer=index"]
  } {
    %t = irdl.is index
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(result: %t)
  }

  irdl.operation @floordivs attributes {
    assay.traits = ["deterministic", "infer=index"]
  } {
    %t = irdl.is index
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(result: %t)
  }

  irdl.operation @rems attributes {
    assay.traits = ["deterministic", "infer=index"]
  } {
    %t = irdl.is index
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(result: %t)
  }

  irdl.operation @remu attributes {
    assay.traits = ["deterministic", "infer=index"]
  } {
    %t = irdl.is index
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(result: %t)
  }

  irdl.operation @maxs attributes {
    assay.traits = ["pure", "commutative", "deterministic", "infer=index"]
  } {
    %t = irdl.is index
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(result: %t)
  }

  irdl.operation @maxu attributes {
    assay.traits = ["pure", "commutative", "deterministic", "infer=index"]
  } {
    %t = irdl.is index
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(result: %t)
  }

  irdl.operation @mins attributes {
    assay.traits = ["pure", "commutative", "deterministic", "infer=index"]
  } {
    %t = irdl.is index
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(result: %t)
  }

  irdl.operation @minu attributes {
    assay.traits = ["pure", "commutative", "deterministic", "infer=index"]
  } {
    %t = irdl.is index
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(result: %t)
  }

  irdl.operation @shl attributes {
    assay.traits = ["pure", "deterministic", "infer=index"]
  } {
    %t = irdl.is index
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(result: %t)
  }

  irdl.operation @shrs attributes {
    assay.traits = ["pure", "deterministic", "infer=index"]
  } {
    %t = irdl.is index
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(result: %t)
  }

  irdl.operation @shru attributes {
    assay.traits = ["pure", "deterministic", "infer=index"]
  } {
    %t = irdl.is index
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(result: %t)
  }

  irdl.operation @and attributes {
    assay.traits = ["pure", "commutative", "deterministic", "infer=index"]
  } {
    %t = irdl.is index
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(result: %t)
  }

  irdl.operation @or attributes {
    assay.traits = ["pure", "commutative", "deterministic", "infer=index"]
  } {
    %t = irdl.is index
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(result: %t)
  }

  irdl.operation @xor attributes {
    assay.traits = ["pure", "commutative", "deterministic", "infer=index"]
  } {
    %t = irdl.is index
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(result: %t)
  }

  irdl.operation @casts attributes {
    assay.relations = ["type(input) == index or type(output) == index", "type(input) != index or type(output) != index"],
    assay.traits = ["pure", "deterministic"]
  } {
    %s = irdl.c_pred "($_self.isIntOrIndex())"
    %t = irdl.c_pred "($_self.isIntOrIndex())"
    irdl.operands(input: %s)
    irdl.results(output: %t)
  }

  irdl.operation @castu attributes {
    assay.relations = ["type(input) == index or type(output) == index", "type(input) != index or type(output) != index"],
    assay.traits = ["pure", "deterministic"]
  } {
    %s = irdl.c_pred "($_self.isIntOrIndex())"
    %t = irdl.c_pred "($_self.isIntOrIndex())"
    irdl.operands(input: %s)
    irdl.results(output: %t)
  }

  irdl.operation @cmp attributes {
    assay.traits = ["pure", "deterministic", "infer=i1"]
  } {
    %t = irdl.is index
    %b = irdl.is i1
    %p = irdl.c_pred "(::llvm::isa<::mlir::index::IndexCmpPredicateAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(result: %b)
    irdl.attributes {"pred" = %p}
  }

  irdl.operation @sizeof attributes {
    assay.traits = ["pure", "deterministic", "infer=index"]
  } {
    %t = irdl.is index
    irdl.results(result: %t)
  }

  irdl.operation @constant attributes {
    assay.traits = ["pure", "deterministic", "constant_like", "infer=index"]
  } {
    %t = irdl.is index
    %v = irdl.c_pred "(::llvm::isa<::mlir::IntegerAttr>($_self)) && (::llvm::isa<::mlir::IndexType>(::llvm::cast<::mlir::IntegerAttr>($_self).getType()))"
    irdl.results(result: %t)
    irdl.attributes {"value" = %v}
  }

  irdl.operation @bool_constant attributes {
    assay.name = "bool.constant",
    assay.traits = ["pure", "deterministic", "constant_like", "infer=i1"]
  } {
    %t = irdl.is i1
    %v = irdl.c_pred "(::llvm::isa<::mlir::BoolAttr>($_self))"
    irdl.results(result: %t)
    irdl.attributes {"value" = %v}
  }
}
