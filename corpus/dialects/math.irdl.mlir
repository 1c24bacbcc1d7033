// The math dialect of MLIR 22.1.8: elementwise functions of floats and integers.
// 
// As in arith, operands of one type may differ in extents that are dynamic on one side; the result has the type of
// the first operand.
irdl.dialect @math attributes {assay.variadic = "each"} {
  irdl.operation @absf attributes {
    assay.optional_attributes = ["fastmath"],
    assay.traits = ["pure", "deterministic", "infer=type(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(operand: %t)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @acos attributes {
    assay.optional_attributes = ["fastmath"],
    assay.traits = ["pure", "deterministic", "infer=type(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(operand: %t)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @acosh attributes {
    assay.optional_attributes = ["fastmath"],
    assay.traits = ["pure", "deterministic", "infer=type(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(operand: %t)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @asin attributes {
    assay.optional_attributes = ["fastmath"],
    assay.traits = ["pure", "deterministic", "infer=type(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(operand: %t)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @asinh attributes {
    assay.optional_attributes = ["fastmath"],
    assay.traits = ["pure", "deterministic", "infer=type(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(operand: %t)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @atan attributes {
    assay.optional_attributes = ["fastmath"],
    assay.traits = ["pure", "deterministic", "infer=type(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(operand: %t)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @atanh attributes {
    assay.optional_attributes = ["fastmath"],
    assay.traits = ["pure", "deterministic", "infer=type(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(operand: %t)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @cbrt attributes {
    assay.optional_attributes = ["fastmath"],
    assay.traits = ["pure", "deterministic", "infer=type(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(operand: %t)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @ceil attributes {
    assay.optional_attributes = ["fastmath"],
    assay.traits = ["pure", "deterministic", "infer=type(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(operand: %t)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @cos attributes {
    assay.optional_attributes = ["fastmath"],
    assay.traits = ["pure", "deterministic", "infer=type(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(operand: %t)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @cosh attributes {
    assay.optional_attributes = ["fastmath"],
    assay.traits = ["pure", "deterministic", "infer=type(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(operand: %t)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @erf attributes {
    assay.optional_attributes = ["fastmath"],
    assay.traits = ["pure", "deterministic", "infer=type(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(operand: %t)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @erfc attributes {
    assay.optional_attributes = ["fastmath"],
    assay.traits = ["pure", "deterministic", "infer=type(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(operand: %t)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @exp2 attributes {
    assay.optional_attributes = ["fastmath"],
    assay.traits = ["pure", "deterministic", "infer=type(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(operand: %t)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @expm1 attributes {
    assay.optional_attributes = ["fastmath"],
    assay.traits = ["pure", "deterministic", "infer=type(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(operand: %t)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @exp attributes {
    assay.optional_attributes = ["fastmath"],
    assay.traits = ["pure", "deterministic", "infer=type(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(operand: %t)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @floor attributes {
    assay.optional_attributes = ["fastmath"],
    assay.traits = ["pure", "deterministic", "infer=type(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(operand: %t)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @log10 attributes {
    assay.optional_attributes = ["fastmath"],
    assay.traits = ["pure", "deterministic", "infer=type(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(operand: %t)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @log1p attributes {
    assay.optional_attributes = ["fastmath"],
    assay.traits = ["pure", "deterministic", "infer=type(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(operand: %t)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @log2 attributes {
    assay.optional_attributes = ["fastmath"],
    assay.traits = ["pure", "deterministic", "infer=type(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(operand: %t)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @log attributes {
    assay.optional_attributes = ["fastmath"],
    assay.traits = ["pure", "deterministic", "infer=type(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(operand: %t)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @roundeven attributes {
    assay.optional_attributes = ["fastmath"],
    assay.traits = ["pure", "deterministic", "infer=type(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(operand: %t)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @round attributes {
    assay.optional_attributes = ["fastmath"],
    assay.traits = ["pure", "deterministic", "infer=type(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(operand: %t)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @rsqrt attributes {
    assay.optional_attributes = ["fastmath"],
    assay.traits = ["pure", "deterministic", "infer=type(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(operand: %t)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @sin attributes {
    assay.optional_attributes = ["fastmath"],
    assay.traits = ["pure", "deterministic", "infer=type(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(operand: %t)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @sinh attributes {
    assay.optional_attributes = ["fastmath"],
    assay.traits = ["pure", "deterministic", "infer=type(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(operand: %t)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @sqrt attributes {
    assay.optional_attributes = ["fastmath"],
    assay.traits = ["pure", "deterministic", "infer=type(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(operand: %t)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @tan attributes {
    assay.optional_attributes = ["fastmath"],
    assay.traits = ["pure", "deterministic", "infer=type(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(operand: %t)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @tanh attributes {
    assay.optional_attributes = ["fastmath"],
    assay.traits = ["pure", "deterministic", "infer=type(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(operand: %t)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @trunc attributes {
    assay.optional_attributes = ["fastmath"],
    assay.traits = ["pure", "deterministic", "infer=type(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(operand: %t)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @absi attributes {
    assay.traits = ["pure", "deterministic", "infer=type(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    irdl.operands(operand: %t)
    irdl.results(result: %t)
  }

  irdl.operation @ctlz attributes {
    assay.traits = ["pure", "deterministic", "infer=type(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    irdl.operands(operand: %t)
    irdl.results(result: %t)
  }

  irdl.operation @cttz attributes {
    assay.traits = ["pure", "deterministic", "infer=type(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    irdl.operands(operand: %t)
    irdl.results(result: %t)
  }

  irdl.operation @ctpop attributes {
    assay.traits = ["pure", "deterministic", "infer=type(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    irdl.operands(operand: %t)
    irdl.results(result: %t)
  }

  irdl.operation @atan2 attributes {
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

  irdl.operation @copysign attributes {
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

  irdl.operation @powf attributes {
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

  irdl.operation @ipowi attributes {
    assay.relations = ["element(rhs) == element(lhs)", "shape(rhs) ~ shape(lhs)"],
    assay.traits = ["pure", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    irdl.operands(lhs: %t, rhs: %u)
    irdl.results(result: %t)
  }

  irdl.operation @fpowi attributes {
    assay.optional_attributes = ["fastmath"],
    assay.relations = ["shape(rhs) ~ shape(lhs)"],
    assay.traits = ["pure", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %u)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @fma attributes {
    assay.optional_attributes = ["fastmath"],
    assay.relations = ["element(b) == element(a)", "shape(b) ~ shape(a)", "element(c) == element(a)", "shape(c) ~ shape(a)"],
    assay.traits = ["pure", "deterministic", "infer=type(a)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %v = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(a: %t, b: %u, c: %v)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @clampf attributes {
    assay.optional_attributes = ["fastmath"],
    assay.relations = ["element(min) == element(value)", "shape(min) ~ shape(value)", "element(max) == element(value)", "shape(max) ~ shape(value)"],
    assay.traits = ["pure", "deterministic", "infer=type(value)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %u = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %v = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(value: %t, min: %u, max: %v)
    irdl.results(result: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @sincos attributes {
    assay.optional_attributes = ["fastmath"],
    assay.traits = ["pure", "deterministic", "infer=type(operand),type(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(operand: %t)
    irdl.results(sin: %t, cos: %t)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @isfinite attributes {
    assay.optional_attributes = ["fastmath"],
    assay.relations = ["shape(result) == shape(operand)"],
    assay.traits = ["pure", "deterministic", "infer=i1(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %b = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessInteger(1))"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(operand: %t)
    irdl.results(result: %b)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @isinf attributes {
    assay.optional_attributes = ["fastmath"],
    assay.relations = ["shape(result) == shape(operand)"],
    assay.traits = ["pure", "deterministic", "infer=i1(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %b = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessInteger(1))"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(operand: %t)
    irdl.results(result: %b)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @isnan attributes {
    assay.optional_attributes = ["fastmath"],
    assay.relations = ["shape(result) == shape(operand)"],
    assay.traits = ["pure", "deterministic", "infer=i1(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %b = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessInteger(1))"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(operand: %t)
    irdl.results(result: %b)
    irdl.attributes {"fastmath" = %fastmath}
  }

  irdl.operation @isnormal attributes {
    assay.optional_attributes = ["fastmath"],
    assay.relations = ["shape(result) == shape(operand)"],
    assay.traits = ["pure", "deterministic", "infer=i1(operand)"]
  } {
    %t = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isFloat())"
    %b = irdl.c_pred "(!::llvm::isa<::mlir::BaseMemRefType>($_self)) && (::mlir::getElementTypeOrSelf($_self).isSignlessInteger(1))"
    %fastmath = irdl.c_pred "(::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self))"
    irdl.operands(operand: %t)
    irdl.results(result: %b)
    irdl.attributes {"fastmath" = %fastmath}
  }
}
