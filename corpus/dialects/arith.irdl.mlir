// The arith dialect of MLIR 22.1.8: integers, floats and index, elementwise over vectors and tensors.
//
// Where MLIR asks for the same operands and result type, the result has the type of the left operand, and the
// right one the same element type and a compatible shape.
irdl.dialect @arith attributes {assay.variadic = "each"} {
  irdl.operation @addi attributes {
    assay.optional_attributes = ["overflowFlags"],
    assay.relations = ["element(rhs) == element(lhs)", "shape(rhs) ~ shape(lhs)"],
    assay.traits = ["pure", "commutative", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    %flags = irdl.c_pred "(::llvm::isa<::mlir::arith::IntegerOverflowFlagsAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %u)
    irdl.results(result: %t)
    irdl.attributes {"overflowFlags" = %flags}
  }

  irdl.operation @subi attributes {
    assay.optional_attributes = ["overflowFlags"],
    assay.relations = ["element(rhs) == element(lhs)", "shape(rhs) ~ shape(lhs)"],
    assay.traits = ["pure", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    %flags = irdl.c_pred "(::llvm::isa<::mlir::arith::IntegerOverflowFlagsAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %u)
    irdl.results(result: %t)
    irdl.attributes {"overflowFlags" = %flags}
  }

  irdl.operation @muli attributes {
    assay.optional_attributes = ["overflowFlags"],
    assay.relations = ["element(rhs) == element(lhs)", "shape(rhs) ~ shape(lhs)"],
    assay.traits = ["pure", "commutative", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    %flags = irdl.c_pred "(::llvm::isa<::mlir::arith::IntegerOverflowFlagsAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %u)
    irdl.results(result: %t)
    irdl.attributes {"overflowFlags" = %flags}
  }

  irdl.operation @shli attributes {
    assay.optional_attributes = ["overflowFlags"],
    assay.relations = ["element(rhs) == element(lhs)", "shape(rhs) ~ shape(lhs)"],
    assay.traits = ["pure", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    %flags = irdl.c_pred "(::llvm::isa<::mlir::arith::IntegerOverflowFlagsAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %u)
    irdl.results(result: %t)
    irdl.attributes {"overflowFlags" = %flags}
  }

  irdl.operation @divui attributes {
    assay.optional_attributes = ["isExact"],
    assay.relations = ["element(rhs) == element(lhs)", "shape(rhs) ~ shape(lhs)"],
    assay.traits = ["deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    %unit = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %u)
    irdl.results(result: %t)
    irdl.attributes {"isExact" = %unit}
  }

  irdl.operation @divsi attributes {
    assay.optional_attributes = ["isExact"],
    assay.relations = ["element(rhs) == element(lhs)", "shape(rhs) ~ shape(lhs)"],
    assay.traits = ["deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    %unit = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %u)
    irdl.results(result: %t)
    irdl.attributes {"isExact" = %unit}
  }

  irdl.operation @shrui attributes {
    assay.optional_attributes = ["isExact"],
    assay.relations = ["element(rhs) == element(lhs)", "shape(rhs) ~ shape(lhs)"],
    assay.traits = ["pure", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    %unit = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %u)
    irdl.results(result: %t)
    irdl.attributes {"isExact" = %unit}
  }

  irdl.operation @shrsi attributes {
    assay.optional_attributes = ["isExact"],
    assay.relations = ["element(rhs) == element(lhs)", "shape(rhs) ~ shape(lhs)"],
    assay.traits = ["pure", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    %unit = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %u)
    irdl.results(result: %t)
    irdl.attributes {"isExact" = %unit}
  }

  irdl.operation @ceildivui attributes {
    assay.relations = ["element(rhs) == element(lhs)", "shape(rhs) ~ shape(lhs)"],
    assay.traits = ["deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    irdl.operands(lhs: %t, rhs: %u)
    irdl.results(result: %t)
  }

  irdl.operation @ceildivsi attributes {
    assay.relations = ["element(rhs) == element(lhs)", "shape(rhs) ~ shape(lhs)"],
    assay.traits = ["deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    irdl.operands(lhs: %t, rhs: %u)
    irdl.results(result: %t)
  }

  irdl.operation @floordivsi attributes {
    assay.relations = ["element(rhs) == element(lhs)", "shape(rhs) ~ shape(lhs)"],
    assay.traits = ["pure", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    irdl.operands(lhs: %t, rhs: %u)
    irdl.results(result: %t)
  }

  irdl.operation @remui attributes {
    assay.relations = ["element(rhs) == element(lhs)", "shape(rhs) ~ shape(lhs)"],
    assay.traits = ["pure", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    irdl.operands(lhs: %t, rhs: %u)
    irdl.results(result: %t)
  }

  irdl.operation @remsi attributes {
    assay.relations = ["element(rhs) == element(lhs)", "shape(rhs) ~ shape(lhs)"],
    assay.traits = ["pure", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    irdl.operands(lhs: %t, rhs: %u)
    irdl.results(result: %t)
  }

  irdl.operation @andi attributes {
    assay.relations = ["element(rhs) == element(lhs)", "shape(rhs) ~ shape(lhs)"],
    assay.traits = ["pure", "commutative", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    irdl.operands(lhs: %t, rhs: %u)
    irdl.results(result: %t)
  }

  irdl.operation @ori attributes {
    assay.relations = ["element(rhs) == element(lhs)", "shape(rhs) ~ shape(lhs)"],
    assay.traits = ["pure", "commutative", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    irdl.operands(lhs: %t, rhs: %u)
    irdl.results(result: %t)
  }

  irdl.operation @xori attributes {
    assay.relations = ["element(rhs) == element(lhs)", "shape(rhs) ~ shape(lhs)"],
    assay.traits = ["pure", "commutative", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    irdl.operands(lhs: %t, rhs: %u)
    irdl.results(result: %t)
  }

  irdl.operation @maxsi attributes {
    assay.relations = ["element(rhs) == element(lhs)", "shape(rhs) ~ shape(lhs)"],
    assay.traits = ["pure", "commutative", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    irdl.operands(lhs: %t, rhs: %u)
    irdl.results(result: %t)
  }

  irdl.operation @maxui attributes {
    assay.relations = ["element(rhs) == element(lhs)", "shape(rhs) ~ shape(lhs)"],
    assay.traits = ["pure", "commutative", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    irdl.operands(lhs: %t, rhs: %u)
    irdl.results(result: %t)
  }

  irdl.operation @minsi attributes {
    assay.relations = ["element(rhs) == element(lhs)", "shape(rhs) ~ shape(lhs)"],
    assay.traits = ["pure", "commutative", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    irdl.operands(lhs: %t, rhs: %u)
    irdl.results(result: %t)
  }

  irdl.operation @minui attributes {
    assay.relations = ["element(rhs) == element(lhs)", "shape(rhs) ~ shape(lhs)"],
    assay.traits = ["pure", "commutative", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    irdl.operands(lhs: %t, rhs: %u)
    irdl.results(result: %t)
  }

  irdl.operation @addui_extended attributes {
    assay.relations = ["shape(overflow) ~ shape(lhs)"],
    assay.traits = ["pure", "commutative", "deterministic"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    %b = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessInteger(1))"
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(sum: %t, overflow: %b)
  }

  irdl.operation @mulsi_extended attributes {
    assay.traits = ["pure", "commutative", "deterministic", "infer=type(lhs),type(lhs)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(low: %t, high: %t)
  }

  irdl.operation @mului_extended attributes {
    assay.traits = ["pure", "commutative", "deterministic", "infer=type(lhs),type(lhs)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(low: %t, high: %t)
  }

  irdl.operation @addf attributes {
    assay.optional_attributes = ["fastmath"],
    assay.relations = ["element(rhs) == element(lhs)", "shape(rhs) ~ shape(lhs)"],
    assay.traits = ["pure", "commutative", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %u)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @subf attributes {
    assay.optional_attributes = ["fastmath"],
    assay.relations = ["element(rhs) == element(lhs)", "shape(rhs) ~ shape(lhs)"],
    assay.traits = ["pure", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %u)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @mulf attributes {
    assay.optional_attributes = ["fastmath"],
    assay.relations = ["element(rhs) == element(lhs)", "shape(rhs) ~ shape(lhs)"],
    assay.traits = ["pure", "commutative", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %u)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @divf attributes {
    assay.optional_attributes = ["fastmath"],
    assay.relations = ["element(rhs) == element(lhs)", "shape(rhs) ~ shape(lhs)"],
    assay.traits = ["pure", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %u)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @remf attributes {
    assay.optional_attributes = ["fastmath"],
    assay.relations = ["element(rhs) == element(lhs)", "shape(rhs) ~ shape(lhs)"],
    assay.traits = ["pure", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %u)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @maximumf attributes {
    assay.optional_attributes = ["fastmath"],
    assay.relations = ["element(rhs) == element(lhs)", "shape(rhs) ~ shape(lhs)"],
    assay.traits = ["pure", "commutative", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %u)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @maxnumf attributes {
    assay.optional_attributes = ["fastmath"],
    assay.relations = ["element(rhs) == element(lhs)", "shape(rhs) ~ shape(lhs)"],
    assay.traits = ["pure", "commutative", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %u)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @minimumf attributes {
    assay.optional_attributes = ["fastmath"],
    assay.relations = ["element(rhs) == element(lhs)", "shape(rhs) ~ shape(lhs)"],
    assay.traits = ["pure", "commutative", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %u)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @minnumf attributes {
    assay.optional_attributes = ["fastmath"],
    assay.relations = ["element(rhs) == element(lhs)", "shape(rhs) ~ shape(lhs)"],
    assay.traits = ["pure", "commutative", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %u)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @negf attributes {
    assay.optional_attributes = ["fastmath"],
    assay.traits = ["pure", "deterministic", "infer=type(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(operand: %t)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @extui attributes {
    assay.relations = ["shape(in) == shape(out)", "width(in) < width(out)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessInteger())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessInteger())"
    irdl.operands(in: %t)
    irdl.results(out: %u)
  }

  irdl.operation @extsi attributes {
    assay.relations = ["shape(in) == shape(out)", "width(in) < width(out)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessInteger())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessInteger())"
    irdl.operands(in: %t)
    irdl.results(out: %u)
  }

  irdl.operation @trunci attributes {
    assay.optional_attributes = ["overflowFlags"],
    assay.relations = ["shape(in) == shape(out)", "width(out) < width(in)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessInteger())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessInteger())"
    %flags = irdl.c_pred "(::llvm::isa<::mlir::arith::IntegerOverflowFlagsAttr>($_self))"
    irdl.operands(in: %t)
    irdl.results(out: %u)
    irdl.attributes {"overflowFlags" = %flags}
  }

  irdl.operation @extf attributes {
    assay.optional_attributes = ["fastmath"],
    assay.relations = ["shape(in) == shape(out)", "width(in) < width(out)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(in: %t)
    irdl.results(out: %u)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @truncf attributes {
    assay.optional_attributes = ["roundingmode", "fastmath"],
    assay.relations = ["shape(in) == shape(out)", "width(out) < width(in)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %mode = irdl.c_pred "(::llvm::isa<::mlir::arith::RoundingModeAttr>($_self))"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(in: %t)
    irdl.results(out: %u)
    irdl.attributes {"roundingmode" = %mode, "fastmath" = %fastmath}
  }

  irdl.operation @uitofp attributes {
    assay.relations = ["shape(in) == shape(out)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessInteger())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    irdl.operands(in: %t)
    irdl.results(out: %u)
  }

  irdl.operation @sitofp attributes {
    assay.relations = ["shape(in) == shape(out)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessInteger())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    irdl.operands(in: %t)
    irdl.results(out: %u)
  }

  irdl.operation @fptoui attributes {
    assay.relations = ["shape(in) == shape(out)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessInteger())"
    irdl.operands(in: %t)
    irdl.results(out: %u)
  }

  irdl.operation @fptosi attributes {
    assay.relations = ["shape(in) == shape(out)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessInteger())"
    irdl.operands(in: %t)
    irdl.results(out: %u)
  }

  irdl.operation @index_cast attributes {
    assay.relations = ["shape(in) == shape(out)", "element(in) != element(out)", "element(in) == index or element(out) == index"],
    assay.traits = ["pure", "deterministic"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::UnrankedMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::UnrankedMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    irdl.operands(in: %t)
    irdl.results(out: %u)
  }

  irdl.operation @index_castui attributes {
    assay.relations = ["shape(in) == shape(out)", "element(in) != element(out)", "element(in) == index or element(out) == index"],
    assay.traits = ["pure", "deterministic"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::UnrankedMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::UnrankedMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    irdl.operands(in: %t)
    irdl.results(out: %u)
  }

  irdl.operation @bitcast attributes {
    assay.relations = ["shape(in) == shape(out)", "width(in) == width(out)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::UnrankedMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrFloat())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::UnrankedMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrFloat())"
    irdl.operands(in: %t)
    irdl.results(out: %u)
  }

  irdl.operation @scaling_extf attributes {
    assay.optional_attributes = ["fastmath"],
    assay.relations = ["shape(in) == shape(out)", "shape(scale) ~ shape(in) or type(scale) == element(scale)", "width(in) < width(out)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %s = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(in: %t, scale: %s)
    irdl.results(out: %u)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @scaling_truncf attributes {
    assay.optional_attributes = ["roundingmode", "fastmath"],
    assay.relations = ["shape(in) == shape(out)", "shape(scale) ~ shape(in) or type(scale) == element(scale)", "width(out) < width(in)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %s = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %mode = irdl.c_pred "(::llvm::isa<::mlir::arith::RoundingModeAttr>($_self))"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(in: %t, scale: %s)
    irdl.results(out: %u)
    irdl.attributes {"roundingmode" = %mode, "fastmath" = %fastmath}
  }

  irdl.operation @cmpi attributes {
    assay.relations = ["shape(result) == shape(lhs)"],
    assay.traits = ["pure", "deterministic", "infer=i1(lhs)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    %b = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessInteger(1))"
    %p = irdl.c_pred "(::llvm::isa<::mlir::arith::CmpIPredicateAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(result: %b)
    irdl.attributes {"predicate" = %p}
  }

  irdl.operation @cmpf attributes {
    assay.optional_attributes = ["fastmath"],
    assay.relations = ["shape(result) == shape(lhs)"],
    assay.traits = ["pure", "deterministic", "infer=i1(lhs)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %b = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessInteger(1))"
    %p = irdl.c_pred "(::llvm::isa<::mlir::arith::CmpFPredicateAttr>($_self))"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(result: %b)
    irdl.attributes {"predicate" = %p, "fastmath" = %fastmath}
  }

  irdl.operation @select attributes {
    assay.relations = ["type(condition) == i1 or shape(condition) == shape(result)"],
    assay.traits = ["pure", "deterministic", "infer=type(true_value)"]
  } {
    %c = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessInteger(1))"
    %t = irdl.any
    irdl.operands(condition: %c, true_value: %t, false_value: %t)
    irdl.results(result: %t)
  }

  irdl.operation @constant attributes {
    assay.relations = ["type(value) == type(result)"],
    assay.traits = ["pure", "deterministic", "constant_like", "infer=type(value)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::IntegerType>($_self)) || ($_self.isSignlessInteger())"
    %v = irdl.c_pred "(::llvm::isa<::mlir::IntegerAttr, ::mlir::FloatAttr, ::mlir::ElementsAttr>($_self))"
    irdl.results(result: %t)
    irdl.attributes {"value" = %v}
  }
}
