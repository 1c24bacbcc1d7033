// The part of the llvm dialect of MLIR 22.1.8 that patterns name: integers, floats and terminators.
// 
// MLIR 22.1.8 does not compare the types of `llvm.trunc`, so neither does its definition here.
irdl.dialect @llvm attributes {assay.incomplete, assay.variadic = "each"} {
  irdl.operation @unreachable attributes {
    assay.traits = ["terminator"]
  } {
  }

  irdl.operation @return attributes {
    assay.traits = ["pure", "terminator", "return_like"]
  } {
    %t = irdl.any
    irdl.operands(arg: optional %t)
  }

  irdl.operation @add attributes {
    assay.optional_attributes = ["overflowFlags"],
    assay.traits = ["pure", "deterministic", "commutative", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "($_self.isSignlessInteger()) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::cast<::mlir::VectorType>($_self).getElementType().isSignlessInteger()))"
    %f = irdl.c_pred "(::llvm::isa<::mlir::LLVM::IntegerOverflowFlagsAttr>($_self)) || ((::llvm::isa<::mlir::IntegerAttr>($_self)) && (::llvm::cast<::mlir::IntegerAttr>($_self).getInt() >= 0) && (::llvm::cast<::mlir::IntegerAttr>($_self).getInt() <= 3))"
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(res: %t)
    irdl.attributes {"overflowFlags" = %f}
  }

  irdl.operation @sub attributes {
    assay.optional_attributes = ["overflowFlags"],
    assay.traits = ["pure", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "($_self.isSignlessInteger()) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::cast<::mlir::VectorType>($_self).getElementType().isSignlessInteger()))"
    %f = irdl.c_pred "(::llvm::isa<::mlir::LLVM::IntegerOverflowFlagsAttr>($_self)) || ((::llvm::isa<::mlir::IntegerAttr>($_self)) && (::llvm::cast<::mlir::IntegerAttr>($_self).getInt() >= 0) && (::llvm::cast<::mlir::IntegerAttr>($_self).getInt() <= 3))"
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(res: %t)
    irdl.attributes {"overflowFlags" = %f}
  }

  irdl.operation @mul attributes {
    assay.optional_attributes = ["overflowFlags"],
    assay.traits = ["pure", "deterministic", "commutative", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "($_self.isSignlessInteger()) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::cast<::mlir::VectorType>($_self).getElementType().isSignlessInteger()))"
    %f = irdl.c_pred "(::llvm::isa<::mlir::LLVM::IntegerOverflowFlagsAttr>($_self)) || ((::llvm::isa<::mlir::IntegerAttr>($_self)) && (::llvm::cast<::mlir::IntegerAttr>($_self).getInt() >= 0) && (::llvm::cast<::mlir::IntegerAttr>($_self).getInt() <= 3))"
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(res: %t)
    irdl.attributes {"overflowFlags" = %f}
  }

  irdl.operation @shl attributes {
    assay.optional_attributes = ["overflowFlags"],
    assay.traits = ["pure", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "($_self.isSignlessInteger()) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::cast<::mlir::VectorType>($_self).getElementType().isSignlessInteger()))"
    %f = irdl.c_pred "(::llvm::isa<::mlir::LLVM::IntegerOverflowFlagsAttr>($_self)) || ((::llvm::isa<::mlir::IntegerAttr>($_self)) && (::llvm::cast<::mlir::IntegerAttr>($_self).getInt() >= 0) && (::llvm::cast<::mlir::IntegerAttr>($_self).getInt() <= 3))"
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(res: %t)
    irdl.attributes {"overflowFlags" = %f}
  }

  irdl.operation @udiv attributes {
    assay.optional_attributes = ["isExact"],
    assay.traits = ["deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "($_self.isSignlessInteger()) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::cast<::mlir::VectorType>($_self).getElementType().isSignlessInteger()))"
    %u = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(res: %t)
    irdl.attributes {"isExact" = %u}
  }

  irdl.operation @sdiv attributes {
    assay.optional_attributes = ["isExact"],
    assay.traits = ["deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "($_self.isSignlessInteger()) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::cast<::mlir::VectorType>($_self).getElementType().isSignlessInteger()))"
    %u = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(res: %t)
    irdl.attributes {"isExact" = %u}
  }

  irdl.operation @lshr attributes {
    assay.optional_attributes = ["isExact"],
    assay.traits = ["pure", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "($_self.isSignlessInteger()) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::cast<::mlir::VectorType>($_self).getElementType().isSignlessInteger()))"
    %u = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(res: %t)
    irdl.attributes {"isExact" = %u}
  }

  irdl.operation @ashr attributes {
    assay.optional_attributes = ["isExact"],
    assay.traits = ["pure", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "($_self.isSignlessInteger()) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::cast<::mlir::VectorType>($_self).getElementType().isSignlessInteger()))"
    %u = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(res: %t)
    irdl.attributes {"isExact" = %u}
  }

  irdl.operation @urem attributes {
    assay.traits = ["deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "($_self.isSignlessInteger()) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::cast<::mlir::VectorType>($_self).getElementType().isSignlessInteger()))"
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(res: %t)
  }

  irdl.operation @srem attributes {
    assay.traits = ["deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "($_self.isSignlessInteger()) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::cast<::mlir::VectorType>($_self).getElementType().isSignlessInteger()))"
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(res: %t)
  }

  irdl.operation @and attributes {
    assay.traits = ["pure", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "($_self.isSignlessInteger()) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::cast<::mlir::VectorType>($_self).getElementType().isSignlessInteger()))"
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(res: %t)
  }

  irdl.operation @xor attributes {
    assay.traits = ["pure", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "($_self.isSignlessInteger()) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::cast<::mlir::VectorType>($_self).getElementType().isSignlessInteger()))"
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(res: %t)
  }

  irdl.operation @or attributes {
    assay.optional_attributes = ["isDisjoint"],
    assay.traits = ["pure", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "($_self.isSignlessInteger()) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::cast<::mlir::VectorType>($_self).getElementType().isSignlessInteger()))"
    %u = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(res: %t)
    irdl.attributes {"isDisjoint" = %u}
  }

  irdl.operation @fadd attributes {
    assay.optional_attributes = ["fastmathFlags"],
    assay.traits = ["pure", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "(::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>($_self)) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>(::llvm::cast<::mlir::VectorType>($_self).getElementType())))"
    %f = irdl.c_pred "(::llvm::isa<::mlir::LLVM::FastmathFlagsAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(res: %t)
    irdl.attributes {"fastmathFlags" = %f}
  }

  irdl.operation @fsub attributes {
    assay.optional_attributes = ["fastmathFlags"],
    assay.traits = ["pure", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "(::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>($_self)) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>(::llvm::cast<::mlir::VectorType>($_self).getElementType())))"
    %f = irdl.c_pred "(::llvm::isa<::mlir::LLVM::FastmathFlagsAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(res: %t)
    irdl.attributes {"fastmathFlags" = %f}
  }

  irdl.operation @fmul attributes {
    assay.optional_attributes = ["fastmathFlags"],
    assay.traits = ["pure", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "(::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>($_self)) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>(::llvm::cast<::mlir::VectorType>($_self).getElementType())))"
    %f = irdl.c_pred "(::llvm::isa<::mlir::LLVM::FastmathFlagsAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(res: %t)
    irdl.attributes {"fastmathFlags" = %f}
  }

  irdl.operation @fdiv attributes {
    assay.optional_attributes = ["fastmathFlags"],
    assay.traits = ["pure", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "(::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>($_self)) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>(::llvm::cast<::mlir::VectorType>($_self).getElementType())))"
    %f = irdl.c_pred "(::llvm::isa<::mlir::LLVM::FastmathFlagsAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(res: %t)
    irdl.attributes {"fastmathFlags" = %f}
  }

  irdl.operation @frem attributes {
    assay.optional_attributes = ["fastmathFlags"],
    assay.traits = ["pure", "deterministic", "infer=type(lhs)"]
  } {
    %t = irdl.c_pred "(::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>($_self)) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>(::llvm::cast<::mlir::VectorType>($_self).getElementType())))"
    %f = irdl.c_pred "(::llvm::isa<::mlir::LLVM::FastmathFlagsAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(res: %t)
    irdl.attributes {"fastmathFlags" = %f}
  }

  irdl.operation @fneg attributes {
    assay.optional_attributes = ["fastmathFlags"],
    assay.traits = ["pure", "deterministic", "infer=type(operand)"]
  } {
    %t = irdl.c_pred "(::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>($_self)) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>(::llvm::cast<::mlir::VectorType>($_self).getElementType())))"
    %f = irdl.c_pred "(::llvm::isa<::mlir::LLVM::FastmathFlagsAttr>($_self))"
    irdl.operands(operand: %t)
    irdl.results(res: %t)
    irdl.attributes {"fastmathFlags" = %f}
  }

  irdl.operation @icmp attributes {
    assay.relations = ["shape(res) == shape(lhs)"],
    assay.traits = ["pure", "deterministic", "infer=i1(lhs)"]
  } {
    %t = irdl.c_pred "($_self.isSignlessInteger()) || (::llvm::isa<::mlir::LLVM::LLVMPointerType>($_self)) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && ((::llvm::cast<::mlir::VectorType>($_self).getElementType().isSignlessInteger()) || (::llvm::isa<::mlir::LLVM::LLVMPointerType>(::llvm::cast<::mlir::VectorType>($_self).getElementType()))))"
    %b = irdl.c_pred "($_self.isSignlessInteger(1)) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::cast<::mlir::VectorType>($_self).getElementType().isSignlessInteger(1)))"
    %p = irdl.c_pred "(::llvm::isa<::mlir::LLVM::ICmpPredicateAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(res: %b)
    irdl.attributes {"predicate" = %p}
  }

  irdl.operation @fcmp attributes {
    assay.optional_attributes = ["fastmathFlags"],
    assay.relations = ["shape(res) == shape(lhs)"],
    assay.traits = ["pure", "deterministic", "infer=i1(lhs)"]
  } {
    %t = irdl.c_pred "(::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>($_self)) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>(::llvm::cast<::mlir::VectorType>($_self).getElementType())))"
    %b = irdl.c_pred "($_self.isSignlessInteger(1)) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::cast<::mlir::VectorType>($_self).getElementType().isSignlessInteger(1)))"
    %p = irdl.c_pred "(::llvm::isa<::mlir::LLVM::FCmpPredicateAttr>($_self))"
    %f = irdl.c_pred "(::llvm::isa<::mlir::LLVM::FastmathFlagsAttr>($_self))"
    irdl.operands(lhs: %t, rhs: %t)
    irdl.results(res: %b)
    irdl.attributes {"predicate" = %p, "fastmathFlags" = %f}
  }

  irdl.operation @zext attributes {
    assay.optional_attributes = ["nonNeg"],
    assay.relations = ["shape(arg) == shape(res)", "width(arg) < width(res)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %s = irdl.c_pred "($_self.isSignlessInteger()) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::cast<::mlir::VectorType>($_self).getElementType().isSignlessInteger()))"
    %t = irdl.c_pred "($_self.isSignlessInteger()) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::cast<::mlir::VectorType>($_self).getElementType().isSignlessInteger()))"
    %u = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    irdl.operands(arg: %s)
    irdl.results(res: %t)
    irdl.attributes {"nonNeg" = %u}
  }

  irdl.operation @sext attributes {
    assay.relations = ["shape(arg) == shape(res)", "width(arg) < width(res)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %s = irdl.c_pred "($_self.isSignlessInteger()) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::cast<::mlir::VectorType>($_self).getElementType().isSignlessInteger()))"
    %t = irdl.c_pred "($_self.isSignlessInteger()) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::cast<::mlir::VectorType>($_self).getElementType().isSignlessInteger()))"
    irdl.operands(arg: %s)
    irdl.results(res: %t)
  }

  irdl.operation @trunc attributes {
    assay.optional_attributes = ["overflowFlags"],
    assay.traits = ["pure", "deterministic"]
  } {
    %s = irdl.c_pred "($_self.isSignlessInteger()) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::cast<::mlir::VectorType>($_self).getElementType().isSignlessInteger()))"
    %t = irdl.c_pred "($_self.isSignlessInteger()) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::cast<::mlir::VectorType>($_self).getElementType().isSignlessInteger()))"
    %f = irdl.c_pred "(::llvm::isa<::mlir::LLVM::IntegerOverflowFlagsAttr>($_self)) || ((::llvm::isa<::mlir::IntegerAttr>($_self)) && (::llvm::cast<::mlir::IntegerAttr>($_self).getInt() >= 0) && (::llvm::cast<::mlir::IntegerAttr>($_self).getInt() <= 3))"
    irdl.operands(arg: %s)
    irdl.results(res: %t)
    irdl.attributes {"overflowFlags" = %f}
  }
}
