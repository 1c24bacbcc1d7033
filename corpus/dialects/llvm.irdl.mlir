// The part of the llvm dialect of MLIR 22.1.8 that patterns name: integers, floats, memory and terminators.
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

  irdl.operation @load attributes {
    assay.optional_attributes = ["alignment", "volatile_", "nontemporal", "invariant", "invariantGroup", "ordering", "syncscope", "dereferenceable", "access_groups", "alias_scopes", "noalias_scopes", "tbaa"]
  } {
    %c0 = irdl.c_pred "(::llvm::isa<::mlir::LLVM::LLVMPointerType>($_self))"
    %c1 = irdl.c_pred "(::mlir::LLVM::isLoadableType($_self))"
    %c2 = irdl.c_pred "(::llvm::isa<::mlir::IntegerAttr>($_self)) && (::llvm::cast<::mlir::IntegerAttr>($_self).getType().isSignlessInteger(64))"
    %c3 = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    %c4 = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    %c5 = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    %c6 = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    %c7 = irdl.c_pred "(::llvm::isa<::mlir::LLVM::AtomicOrderingAttr>($_self)) && ((::llvm::cast<::mlir::IntegerAttr>($_self).getInt() == 0) || (::mlir::LLVM::isAtomicAccess($_self)))"
    %c8 = irdl.c_pred "(::llvm::isa<::mlir::StringAttr>($_self)) && (::mlir::LLVM::isAtomicAccess($_self))"
    %c9 = irdl.c_pred "(::llvm::isa<::mlir::LLVM::DereferenceableAttr>($_self))"
    %c10 = irdl.c_pred "(::llvm::isa<::mlir::ArrayAttr>($_self))"
    %c11 = irdl.c_pred "(::llvm::isa<::mlir::ArrayAttr>($_self))"
    %c12 = irdl.c_pred "(::llvm::isa<::mlir::ArrayAttr>($_self))"
    %c13 = irdl.c_pred "(::llvm::isa<::mlir::ArrayAttr>($_self))"
    irdl.operands(addr: %c0)
    irdl.results(res: %c1)
    irdl.attributes {"alignment" = %c2, "volatile_" = %c3, "nontemporal" = %c4, "invariant" = %c5, "invariantGroup" = %c6, "ordering" = %c7, "syncscope" = %c8, "dereferenceable" = %c9, "access_groups" = %c10, "alias_scopes" = %c11, "noalias_scopes" = %c12, "tbaa" = %c13}
  }

  irdl.operation @store attributes {
    assay.optional_attributes = ["alignment", "volatile_", "nontemporal", "invariantGroup", "ordering", "syncscope", "access_groups", "alias_scopes", "noalias_scopes", "tbaa"],
    assay.traits = ["infer=none"]
  } {
    %c0 = irdl.c_pred "(::mlir::LLVM::isLoadableType($_self))"
    %c1 = irdl.c_pred "(::llvm::isa<::mlir::LLVM::LLVMPointerType>($_self))"
    %c2 = irdl.c_pred "(::llvm::isa<::mlir::IntegerAttr>($_self)) && (::llvm::cast<::mlir::IntegerAttr>($_self).getType().isSignlessInteger(64))"
    %c3 = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    %c4 = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    %c5 = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    %c6 = irdl.c_pred "(::llvm::isa<::mlir::LLVM::AtomicOrderingAttr>($_self)) && ((::llvm::cast<::mlir::IntegerAttr>($_self).getInt() == 0) || (::mlir::LLVM::isAtomicAccess($_self)))"
    %c7 = irdl.c_pred "(::llvm::isa<::mlir::StringAttr>($_self)) && (::mlir::LLVM::isAtomicAccess($_self))"
    %c8 = irdl.c_pred "(::llvm::isa<::mlir::ArrayAttr>($_self))"
    %c9 = irdl.c_pred "(::llvm::isa<::mlir::ArrayAttr>($_self))"
    %c10 = irdl.c_pred "(::llvm::isa<::mlir::ArrayAttr>($_self))"
    %c11 = irdl.c_pred "(::llvm::isa<::mlir::ArrayAttr>($_self))"
    irdl.operands(value: %c0, addr: %c1)
    irdl.attributes {"alignment" = %c2, "volatile_" = %c3, "nontemporal" = %c4, "invariantGroup" = %c5, "ordering" = %c6, "syncscope" = %c7, "access_groups" = %c8, "alias_scopes" = %c9, "noalias_scopes" = %c10, "tbaa" = %c11}
  }

  irdl.operation @alloca attributes {
    assay.optional_attributes = ["alignment", "inalloca"]
  } {
    %c0 = irdl.c_pred "($_self.isSignlessInteger())"
    %c1 = irdl.c_pred "(::llvm::isa<::mlir::LLVM::LLVMPointerType>($_self))"
    %c2 = irdl.c_pred "(::llvm::isa<::mlir::IntegerAttr>($_self)) && (::llvm::cast<::mlir::IntegerAttr>($_self).getType().isSignlessInteger(64))"
    %c3 = irdl.c_pred "(::llvm::isa<::mlir::TypeAttr>($_self))"
    %c4 = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    irdl.operands(array_size: %c0)
    irdl.results(res: %c1)
    irdl.attributes {"alignment" = %c2, "elem_type" = %c3, "inalloca" = %c4}
  }

  irdl.operation @getelementptr attributes {
    assay.optional_attributes = ["noWrapFlags"],
    assay.relations = ["count(dynamic_indices) == dynamic(rawConstantIndices)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %c0 = irdl.c_pred "(::llvm::isa<::mlir::LLVM::LLVMPointerType>($_self)) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::isa<::mlir::LLVM::LLVMPointerType>(::llvm::cast<::mlir::VectorType>($_self).getElementType())))"
    %c1 = irdl.c_pred "($_self.isSignlessInteger()) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::cast<::mlir::VectorType>($_self).getElementType().isSignlessInteger()))"
    %c2 = irdl.c_pred "(::llvm::isa<::mlir::LLVM::LLVMPointerType>($_self)) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::isa<::mlir::LLVM::LLVMPointerType>(::llvm::cast<::mlir::VectorType>($_self).getElementType())))"
    %c3 = irdl.c_pred "(::llvm::isa<::mlir::DenseI32ArrayAttr>($_self))"
    %c4 = irdl.c_pred "(::llvm::isa<::mlir::TypeAttr>($_self))"
    %c5 = irdl.c_pred "(::llvm::isa<::mlir::IntegerAttr>($_self)) && (::llvm::cast<::mlir::IntegerAttr>($_self).getInt() >= 0) && (::llvm::cast<::mlir::IntegerAttr>($_self).getInt() <= 7) && (!(::llvm::cast<::mlir::IntegerAttr>($_self).getInt() == 1)) && (!(::llvm::cast<::mlir::IntegerAttr>($_self).getInt() == 5))"
    irdl.operands(base: %c0, dynamic_indices: variadic %c1)
    irdl.results(res: %c2)
    irdl.attributes {"rawConstantIndices" = %c3, "elem_type" = %c4, "noWrapFlags" = %c5}
  }

  irdl.operation @fpext attributes {
    assay.traits = ["pure", "deterministic"]
  } {
    %s = irdl.c_pred "(::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>($_self)) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>(::llvm::cast<::mlir::VectorType>($_self).getElementType())))"
    %t = irdl.c_pred "(::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>($_self)) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>(::llvm::cast<::mlir::VectorType>($_self).getElementType())))"
    irdl.operands(arg: %s)
    irdl.results(res: %t)
  }

  irdl.operation @fptrunc attributes {
    assay.traits = ["pure", "deterministic"]
  } {
    %s = irdl.c_pred "(::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>($_self)) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>(::llvm::cast<::mlir::VectorType>($_self).getElementType())))"
    %t = irdl.c_pred "(::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>($_self)) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>(::llvm::cast<::mlir::VectorType>($_self).getElementType())))"
    irdl.operands(arg: %s)
    irdl.results(res: %t)
  }

  irdl.operation @sitofp attributes {
    assay.traits = ["pure", "deterministic"]
  } {
    %s = irdl.c_pred "($_self.isSignlessInteger()) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::cast<::mlir::VectorType>($_self).getElementType().isSignlessInteger()))"
    %t = irdl.c_pred "(::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>($_self)) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>(::llvm::cast<::mlir::VectorType>($_self).getElementType())))"
    irdl.operands(arg: %s)
    irdl.results(res: %t)
  }

  irdl.operation @uitofp attributes {
    assay.optional_attributes = ["nonNeg"],
    assay.traits = ["pure", "deterministic"]
  } {
    %s = irdl.c_pred "($_self.isSignlessInteger()) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::cast<::mlir::VectorType>($_self).getElementType().isSignlessInteger()))"
    %t = irdl.c_pred "(::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>($_self)) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>(::llvm::cast<::mlir::VectorType>($_self).getElementType())))"
    %u = irdl.c_pred "(::llvm::isa<::mlir::UnitAttr>($_self))"
    irdl.operands(arg: %s)
    irdl.results(res: %t)
    irdl.attributes {"nonNeg" = %u}
  }

  irdl.operation @fptosi attributes {
    assay.traits = ["pure", "deterministic"]
  } {
    %s = irdl.c_pred "(::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>($_self)) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>(::llvm::cast<::mlir::VectorType>($_self).getElementType())))"
    %t = irdl.c_pred "($_self.isSignlessInteger()) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::cast<::mlir::VectorType>($_self).getElementType().isSignlessInteger()))"
    irdl.operands(arg: %s)
    irdl.results(res: %t)
  }

  irdl.operation @fptoui attributes {
    assay.traits = ["pure", "deterministic"]
  } {
    %s = irdl.c_pred "(::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>($_self)) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>(::llvm::cast<::mlir::VectorType>($_self).getElementType())))"
    %t = irdl.c_pred "($_self.isSignlessInteger()) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::cast<::mlir::VectorType>($_self).getElementType().isSignlessInteger()))"
    irdl.operands(arg: %s)
    irdl.results(res: %t)
  }

  irdl.operation @select attributes {
    assay.optional_attributes = ["fastmathFlags"],
    assay.traits = ["pure", "deterministic", "infer=type(true_value)"]
  } {
    %c = irdl.c_pred "($_self.isSignlessInteger(1)) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::cast<::mlir::VectorType>($_self).getElementType().isSignlessInteger(1)))"
    %t = irdl.c_pred "(::mlir::LLVM::isCompatibleOuterType($_self))"
    %f = irdl.c_pred "(::llvm::isa<::mlir::LLVM::FastmathFlagsAttr>($_self))"
    irdl.operands(condition: %c, true_value: %t, false_value: %t)
    irdl.results(res: %t)
    irdl.attributes {"fastmathFlags" = %f}
  }

  irdl.operation @freeze attributes {
    assay.traits = ["pure", "infer=type(val)"]
  } {
    %t = irdl.c_pred "(::mlir::LLVM::isCompatibleOuterType($_self))"
    irdl.operands(val: %t)
    irdl.results(res: %t)
  }

  irdl.operation @mlir_poison attributes {
    assay.name = "mlir.poison",
    assay.traits = ["pure", "deterministic", "constant_like"]
  } {
    %t = irdl.c_pred "(::mlir::LLVM::isCompatibleOuterType($_self))"
    irdl.results(res: %t)
  }

  irdl.operation @intr_ceil attributes {
    assay.name = "intr.ceil",
    assay.optional_attributes = ["fastmathFlags"],
    assay.traits = ["pure", "deterministic", "infer=type(in)"]
  } {
    %t = irdl.c_pred "(::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>($_self)) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>(::llvm::cast<::mlir::VectorType>($_self).getElementType())))"
    %f = irdl.c_pred "(::llvm::isa<::mlir::LLVM::FastmathFlagsAttr>($_self))"
    irdl.operands(in: %t)
    irdl.results(res: %t)
    irdl.attributes {"fastmathFlags" = %f}
  }

  irdl.operation @intr_fabs attributes {
    assay.name = "intr.fabs",
    assay.optional_attributes = ["fastmathFlags"],
    assay.traits = ["pure", "deterministic", "infer=type(in)"]
  } {
    %t = irdl.c_pred "(::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>($_self)) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>(::llvm::cast<::mlir::VectorType>($_self).getElementType())))"
    %f = irdl.c_pred "(::llvm::isa<::mlir::LLVM::FastmathFlagsAttr>($_self))"
    irdl.operands(in: %t)
    irdl.results(res: %t)
    irdl.attributes {"fastmathFlags" = %f}
  }

  irdl.operation @intr_floor attributes {
    assay.name = "intr.floor",
    assay.optional_attributes = ["fastmathFlags"],
    assay.traits = ["pure", "deterministic", "infer=type(in)"]
  } {
    %t = irdl.c_pred "(::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>($_self)) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>(::llvm::cast<::mlir::VectorType>($_self).getElementType())))"
    %f = irdl.c_pred "(::llvm::isa<::mlir::LLVM::FastmathFlagsAttr>($_self))"
    irdl.operands(in: %t)
    irdl.results(res: %t)
    irdl.attributes {"fastmathFlags" = %f}
  }

  irdl.operation @intr_round attributes {
    assay.name = "intr.round",
    assay.optional_attributes = ["fastmathFlags"],
    assay.traits = ["pure", "deterministic", "infer=type(in)"]
  } {
    %t = irdl.c_pred "(::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>($_self)) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>(::llvm::cast<::mlir::VectorType>($_self).getElementType())))"
    %f = irdl.c_pred "(::llvm::isa<::mlir::LLVM::FastmathFlagsAttr>($_self))"
    irdl.operands(in: %t)
    irdl.results(res: %t)
    irdl.attributes {"fastmathFlags" = %f}
  }

  irdl.operation @intr_roundeven attributes {
    assay.name = "intr.roundeven",
    assay.optional_attributes = ["fastmathFlags"],
    assay.traits = ["pure", "deterministic", "infer=type(in)"]
  } {
    %t = irdl.c_pred "(::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>($_self)) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>(::llvm::cast<::mlir::VectorType>($_self).getElementType())))"
    %f = irdl.c_pred "(::llvm::isa<::mlir::LLVM::FastmathFlagsAttr>($_self))"
    irdl.operands(in: %t)
    irdl.results(res: %t)
    irdl.attributes {"fastmathFlags" = %f}
  }

  irdl.operation @intr_trunc attributes {
    assay.name = "intr.trunc",
    assay.optional_attributes = ["fastmathFlags"],
    assay.traits = ["pure", "deterministic", "infer=type(in)"]
  } {
    %t = irdl.c_pred "(::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>($_self)) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>(::llvm::cast<::mlir::VectorType>($_self).getElementType())))"
    %f = irdl.c_pred "(::llvm::isa<::mlir::LLVM::FastmathFlagsAttr>($_self))"
    irdl.operands(in: %t)
    irdl.results(res: %t)
    irdl.attributes {"fastmathFlags" = %f}
  }

  irdl.operation @intr_copysign attributes {
    assay.name = "intr.copysign",
    assay.optional_attributes = ["fastmathFlags"],
    assay.traits = ["pure", "deterministic", "infer=type(a)"]
  } {
    %t = irdl.c_pred "(::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>($_self)) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>(::llvm::cast<::mlir::VectorType>($_self).getElementType())))"
    %f = irdl.c_pred "(::llvm::isa<::mlir::LLVM::FastmathFlagsAttr>($_self))"
    irdl.operands(a: %t, b: %t)
    irdl.results(res: %t)
    irdl.attributes {"fastmathFlags" = %f}
  }

  irdl.operation @intr_maximum attributes {
    assay.name = "intr.maximum",
    assay.optional_attributes = ["fastmathFlags"],
    assay.traits = ["pure", "deterministic", "infer=type(a)"]
  } {
    %t = irdl.c_pred "(::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>($_self)) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>(::llvm::cast<::mlir::VectorType>($_self).getElementType())))"
    %f = irdl.c_pred "(::llvm::isa<::mlir::LLVM::FastmathFlagsAttr>($_self))"
    irdl.operands(a: %t, b: %t)
    irdl.results(res: %t)
    irdl.attributes {"fastmathFlags" = %f}
  }

  irdl.operation @intr_minimum attributes {
    assay.name = "intr.minimum",
    assay.optional_attributes = ["fastmathFlags"],
    assay.traits = ["pure", "deterministic", "infer=type(a)"]
  } {
    %t = irdl.c_pred "(::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>($_self)) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>(::llvm::cast<::mlir::VectorType>($_self).getElementType())))"
    %f = irdl.c_pred "(::llvm::isa<::mlir::LLVM::FastmathFlagsAttr>($_self))"
    irdl.operands(a: %t, b: %t)
    irdl.results(res: %t)
    irdl.attributes {"fastmathFlags" = %f}
  }

  irdl.operation @intr_maxnum attributes {
    assay.name = "intr.maxnum",
    assay.optional_attributes = ["fastmathFlags"],
    assay.traits = ["pure", "deterministic", "infer=type(a)"]
  } {
    %t = irdl.c_pred "(::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>($_self)) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>(::llvm::cast<::mlir::VectorType>($_self).getElementType())))"
    %f = irdl.c_pred "(::llvm::isa<::mlir::LLVM::FastmathFlagsAttr>($_self))"
    irdl.operands(a: %t, b: %t)
    irdl.results(res: %t)
    irdl.attributes {"fastmathFlags" = %f}
  }

  irdl.operation @intr_minnum attributes {
    assay.name = "intr.minnum",
    assay.optional_attributes = ["fastmathFlags"],
    assay.traits = ["pure", "deterministic", "infer=type(a)"]
  } {
    %t = irdl.c_pred "(::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>($_self)) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>(::llvm::cast<::mlir::VectorType>($_self).getElementType())))"
    %f = irdl.c_pred "(::llvm::isa<::mlir::LLVM::FastmathFlagsAttr>($_self))"
    irdl.operands(a: %t, b: %t)
    irdl.results(res: %t)
    irdl.attributes {"fastmathFlags" = %f}
  }

  irdl.operation @intr_fma attributes {
    assay.name = "intr.fma",
    assay.optional_attributes = ["fastmathFlags"],
    assay.traits = ["pure", "deterministic", "infer=type(a)"]
  } {
    %t = irdl.c_pred "(::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>($_self)) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::isa<::mlir::BFloat16Type, ::mlir::Float16Type, ::mlir::Float32Type, ::mlir::Float64Type, ::mlir::Float80Type, ::mlir::Float128Type>(::llvm::cast<::mlir::VectorType>($_self).getElementType())))"
    %f = irdl.c_pred "(::llvm::isa<::mlir::LLVM::FastmathFlagsAttr>($_self))"
    irdl.operands(a: %t, b: %t, c: %t)
    irdl.results(res: %t)
    irdl.attributes {"fastmathFlags" = %f}
  }

  irdl.operation @intr_smax attributes {
    assay.name = "intr.smax",
    assay.traits = ["pure", "deterministic", "infer=type(a)"]
  } {
    %t = irdl.c_pred "($_self.isSignlessInteger()) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::cast<::mlir::VectorType>($_self).getElementType().isSignlessInteger()))"
    irdl.operands(a: %t, b: %t)
    irdl.results(res: %t)
  }

  irdl.operation @intr_smin attributes {
    assay.name = "intr.smin",
    assay.traits = ["pure", "deterministic", "infer=type(a)"]
  } {
    %t = irdl.c_pred "($_self.isSignlessInteger()) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::cast<::mlir::VectorType>($_self).getElementType().isSignlessInteger()))"
    irdl.operands(a: %t, b: %t)
    irdl.results(res: %t)
  }

  irdl.operation @intr_umax attributes {
    assay.name = "intr.umax",
    assay.traits = ["pure", "deterministic", "infer=type(a)"]
  } {
    %t = irdl.c_pred "($_self.isSignlessInteger()) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::cast<::mlir::VectorType>($_self).getElementType().isSignlessInteger()))"
    irdl.operands(a: %t, b: %t)
    irdl.results(res: %t)
  }

  irdl.operation @intr_umin attributes {
    assay.name = "intr.umin",
    assay.traits = ["pure", "deterministic", "infer=type(a)"]
  } {
    %t = irdl.c_pred "($_self.isSignlessInteger()) || ((::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1) && (::llvm::cast<::mlir::VectorType>($_self).getElementType().isSignlessInteger()))"
    irdl.operands(a: %t, b: %t)
    irdl.results(res: %t)
  }
}
