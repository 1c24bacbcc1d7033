// The part of the memref dialect of MLIR 22.1.8 that patterns name: loads, stores, and what asks for extents.
irdl.dialect @memref attributes {assay.incomplete, assay.variadic = "each"} {
  irdl.operation @load attributes {
    assay.optional_attributes = ["nontemporal", "alignment"],
    assay.relations = ["type(result) == element(memref)", "count(indices) == rank(memref)"],
    assay.traits = ["infer=element(memref)"]
  } {
    %m = irdl.c_pred "(::llvm::isa<::mlir::MemRefType>($_self))"
    %i = irdl.is index
    %r = irdl.any
    %n = irdl.c_pred "(::llvm::isa<::mlir::BoolAttr>($_self))"
    %a = irdl.c_pred "(::llvm::isa<::mlir::IntegerAttr>($_self)) && (::llvm::cast<::mlir::IntegerAttr>($_self).getType().isSignlessInteger(64)) && (::llvm::cast<::mlir::IntegerAttr>($_self).getValue().isStrictlyPositive()) && (::llvm::cast<::mlir::IntegerAttr>($_self).getValue().isPowerOf2())"
    irdl.operands(memref: %m, indices: variadic %i)
    irdl.results(result: %r)
    irdl.attributes {"nontemporal" = %n, "alignment" = %a}
  }

  irdl.operation @store attributes {
    assay.optional_attributes = ["nontemporal", "alignment"],
    assay.relations = ["type(value) == element(memref)", "count(indices) == rank(memref)"],
    assay.traits = ["infer=none"]
  } {
    %v = irdl.any
    %m = irdl.c_pred "(::llvm::isa<::mlir::MemRefType>($_self))"
    %i = irdl.is index
    %n = irdl.c_pred "(::llvm::isa<::mlir::BoolAttr>($_self))"
    %a = irdl.c_pred "(::llvm::isa<::mlir::IntegerAttr>($_self)) && (::llvm::cast<::mlir::IntegerAttr>($_self).getType().isSignlessInteger(64)) && (::llvm::cast<::mlir::IntegerAttr>($_self).getValue().isStrictlyPositive()) && (::llvm::cast<::mlir::IntegerAttr>($_self).getValue().isPowerOf2())"
    irdl.operands(value: %v, memref: %m, indices: variadic %i)
    irdl.attributes {"nontemporal" = %n, "alignment" = %a}
  }

  irdl.operation @dealloc attributes {
    assay.traits = ["infer=none"]
  } {
    %m = irdl.c_pred "(::llvm::isa<::mlir::BaseMemRefType>($_self))"
    irdl.operands(memref: %m)
  }

  irdl.operation @dim attributes {
    assay.traits = ["pure", "deterministic", "infer=index"]
  } {
    %m = irdl.c_pred "((::llvm::isa<::mlir::MemRefType>($_self)) && (::llvm::cast<::mlir::ShapedType>($_self).getRank() > 0)) || (::llvm::isa<::mlir::UnrankedMemRefType>($_self))"
    %i = irdl.is index
    irdl.operands(source: %m, index: %i)
    irdl.results(result: %i)
  }

  irdl.operation @rank attributes {
    assay.traits = ["pure", "deterministic", "infer=index"]
  } {
    %m = irdl.c_pred "(::llvm::isa<::mlir::BaseMemRefType>($_self))"
    %i = irdl.is index
    irdl.operands(memref: %m)
    irdl.results(result: %i)
  }

  irdl.operation @alloc attributes {
    assay.optional_attributes = ["alignment"],
    assay.relations = ["count(dynamic_sizes) == dynamic(memref)", "allocates(memref, symbol_operands)"],
    assay.traits = ["operand_segments"]
  } {
    %i = irdl.is index
    %j = irdl.is index
    %m = irdl.c_pred "(::llvm::isa<::mlir::MemRefType>($_self))"
    %a = irdl.c_pred "(::llvm::isa<::mlir::IntegerAttr>($_self)) && (::llvm::cast<::mlir::IntegerAttr>($_self).getType().isSignlessInteger(64)) && (::llvm::cast<::mlir::IntegerAttr>($_self).getValue().isStrictlyPositive()) && (::llvm::cast<::mlir::IntegerAttr>($_self).getValue().isPowerOf2())"
    irdl.operands(dynamic_sizes: variadic %i, symbol_operands: variadic %j)
    irdl.results(memref: %m)
    irdl.attributes {"alignment" = %a}
  }

  irdl.operation @cast attributes {
    assay.relations = ["casts(source, dest)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %s = irdl.c_pred "(::llvm::isa<::mlir::MemRefType, ::mlir::UnrankedMemRefType>($_self))"
    %t = irdl.c_pred "(::llvm::isa<::mlir::MemRefType, ::mlir::UnrankedMemRefType>($_self))"
    irdl.operands(source: %s)
    irdl.results(dest: %t)
  }

  irdl.operation @copy attributes {
    assay.relations = ["element(source) == element(target)", "broadcasts(target, source)"],
    assay.traits = ["infer=none"]
  } {
    %s = irdl.c_pred "(::llvm::isa<::mlir::MemRefType, ::mlir::UnrankedMemRefType>($_self))"
    %t = irdl.c_pred "(::llvm::isa<::mlir::MemRefType, ::mlir::UnrankedMemRefType>($_self))"
    irdl.operands(source: %s, target: %t)
  }
}
