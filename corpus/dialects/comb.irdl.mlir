// The comb dialect of CIRCT as patterns over MLIR text see it: bit vectors are signless integers. MLIR 22.1.8 does not know
// this dialect; the definitions follow its documentation.
irdl.dialect @comb attributes {assay.in_graph, assay.incomplete, assay.variadic = "each"} {
  irdl.operation @add attributes {
    assay.optional_attributes = ["twoState"],
    assay.relations = ["0 < count(inputs)", "type(inputs) == type(result)"],
    assay.traits = ["pure", "deterministic", "commutative"]
  } {
    %t = irdl.c_pred "($_self.isSignlessInteger())"
    %u = irdl.c_pred "($_self.isSignlessInteger())"
    %unit = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    irdl.operands(inputs: variadic %t)
    irdl.results(result: %u)
    irdl.attributes {"twoState" = %unit}
  }

  irdl.operation @mul attributes {
    assay.optional_attributes = ["twoState"],
    assay.relations = ["0 < count(inputs)", "type(inputs) == type(result)"],
    assay.traits = ["pure", "deterministic", "commutative"]
  } {
    %t = irdl.c_pred "($_self.isSignlessInteger())"
    %u = irdl.c_pred "($_self.isSignlessInteger())"
    %unit = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    irdl.operands(inputs: variadic %t)
    irdl.results(result: %u)
    irdl.attributes {"twoState" = %unit}
  }

  irdl.operation @and attributes {
    assay.optional_attributes = ["twoState"],
    assay.relations = ["0 < count(inputs)", "type(inputs) == type(result)"],
    assay.traits = ["pure", "deterministic", "commutative"]
  } {
    %t = irdl.c_pred "($_self.isSignlessInteger())"
    %u = irdl.c_pred "($_self.isSignlessInteger())"
    %unit = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    irdl.operands(inputs: variadic %t)
    irdl.results(result: %u)
    irdl.attributes {"twoState" = %unit}
  }

  irdl.operation @or attributes {
    assay.optional_attributes = ["twoState"],
    assay.relations = ["0 < count(inputs)", "type(inputs) == type(result)"],
    assay.traits = ["pure", "deterministic", "commutative"]
  } {
    %t = irdl.c_pred "($_self.isSignlessInteger())"
    %u = irdl.c_pred "($_self.isSignlessInteger())"
    %unit = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    irdl.operands(inputs: variadic %t)
    irdl.results(result: %u)
    irdl.attributes {"twoState" = %unit}
  }

  irdl.operation @xor attributes {
    assay.optional_attributes = ["twoState"],
    assay.relations = ["0 < count(inputs)", "type(inputs) == type(result)"],
    assay.traits = ["pure", "deterministic", "commutative"]
  } {
    %t = irdl.c_pred "($_self.isSignlessInteger())"
    %u = irdl.c_pred "($_self.isSignlessInteger())"
    %unit = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    irdl.operands(inputs: variadic %t)
    irdl.results(result: %u)
    irdl.attributes {"twoState" = %unit}
  }

  irdl.operation @sub attributes {
    assay.optional_attributes = ["twoState"],
    assay.traits = ["pure", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "($_self.isSignlessInteger())"
    %unit = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(result: %t)
    irdl.attributes {"twoState" = %unit}
  }

  irdl.operation @divu attributes {
    assay.optional_attributes = ["twoState"],
    assay.traits = ["pure", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "($_self.isSignlessInteger())"
    %unit = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(result: %t)
    irdl.attributes {"twoState" = %unit}
  }

  irdl.operation @divs attributes {
    assay.optional_attributes = ["twoState"],
    assay.traits = ["pure", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "($_self.isSignlessInteger())"
    %unit = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(result: %t)
    irdl.attributes {"twoState" = %unit}
  }

  irdl.operation @modu attributes {
    assay.optional_attributes = ["twoState"],
    assay.traits = ["pure", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "($_self.isSignlessInteger())"
    %unit = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(result: %t)
    irdl.attributes {"twoState" = %unit}
  }

  irdl.operation @mods attributes {
    assay.optional_attributes = ["twoState"],
    assay.traits = ["pure", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "($_self.isSignlessInteger())"
    %unit = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(result: %t)
    irdl.attributes {"twoState" = %unit}
  }

  irdl.operation @shl attributes {
    assay.optional_attributes = ["twoState"],
    assay.traits = ["pure", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "($_self.isSignlessInteger())"
    %unit = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(result: %t)
    irdl.attributes {"twoState" = %unit}
  }

  irdl.operation @shru attributes {
    assay.optional_attributes = ["twoState"],
    assay.traits = ["pure", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "($_self.isSignlessInteger())"
    %unit = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(result: %t)
    irdl.attributes {"twoState" = %unit}
  }

  irdl.operation @shrs attributes {
    assay.optional_attributes = ["twoState"],
    assay.traits = ["pure", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "($_self.isSignlessInteger())"
    %unit = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(result: %t)
    irdl.attributes {"twoState" = %unit}
  }

  irdl.operation @icmp attributes {
    assay.optional_attributes = ["twoState"],
    assay.traits = ["pure", "deterministic", "infer=i1"]
  } {
    %t = irdl.c_pred "($_self.isSignlessInteger())"
    %b = irdl.is i1
    %p = irdl.c_pred "(::llvm::isa<::mlir::IntegerAttr>($_self)) && (::llvm::cast<::mlir::IntegerAttr>($_self).getType().isSignlessInteger(64)) && (::llvm::cast<::mlir::IntegerAttr>($_self).getInt() >= 0) && (::llvm::cast<::mlir::IntegerAttr>($_self).getInt() <= 13)"
    %unit = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(result: %b)
    irdl.attributes {"predicate" = %p, "twoState" = %unit}
  }

  irdl.operation @mux attributes {
    assay.optional_attributes = ["twoState"],
    assay.traits = ["pure", "deterministic", "infer=type(true_value)"]
  } {
    %b = irdl.is i1
    %t = irdl.any
    %unit = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    irdl.operands(cond: %b, true_value: %t, false_value: %t)
    irdl.results(result: %t)
    irdl.attributes {"twoState" = %unit}
  }

  irdl.operation @parity attributes {
    assay.optional_attributes = ["twoState"],
    assay.traits = ["pure", "deterministic", "infer=i1"]
  } {
    %t = irdl.c_pred "($_self.isSignlessInteger())"
    %b = irdl.is i1
    %unit = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    irdl.operands(input: %t)
    irdl.results(result: %b)
    irdl.attributes {"twoState" = %unit}
  }

  irdl.operation @reverse attributes {
    assay.traits = ["pure", "deterministic", "infer=type(input)"]
  } {
    %t = irdl.c_pred "($_self.isSignlessInteger())"
    irdl.operands(input: %t)
    irdl.results(result: %t)
  }

  irdl.operation @extract attributes {
    assay.relations = ["width(result) <= width(input)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %t = irdl.c_pred "($_self.isSignlessInteger())"
    %u = irdl.c_pred "($_self.isSignlessInteger())"
    %k = irdl.c_pred "(::llvm::isa<::mlir::IntegerAttr>($_self)) && (::llvm::cast<::mlir::IntegerAttr>($_self).getType().isSignlessInteger(32)) && (::llvm::cast<::mlir::IntegerAttr>($_self).getInt() >= 0)"
    irdl.operands(input: %t)
    irdl.results(result: %u)
    irdl.attributes {"lowBit" = %k}
  }

  irdl.operation @replicate attributes {
    assay.relations = ["width(input) <= width(result)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %t = irdl.c_pred "($_self.isSignlessInteger())"
    %u = irdl.c_pred "($_self.isSignlessInteger())"
    irdl.operands(input: %t)
    irdl.results(result: %u)
  }

  irdl.operation @concat attributes {
    assay.relations = ["width(inputs) <= width(result)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %t = irdl.c_pred "($_self.isSignlessInteger())"
    %u = irdl.c_pred "($_self.isSignlessInteger())"
    irdl.operands(inputs: variadic %t)
    irdl.results(result: %u)
  }
}
