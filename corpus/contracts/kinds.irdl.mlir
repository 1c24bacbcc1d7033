// Operations narrowed for contracts: `memref.subview{static}` is a `memref.subview` that satisfies the definition
// `subview{static}` here as well as its own. A definition says only what it narrows.
irdl.dialect @memref attributes {assay.incomplete} {
  // No offset, size or stride is a run-time value, and neither is anything about the source.
  irdl.operation @"subview{static}" {
    %m = irdl.c_pred "(::llvm::isa<::mlir::MemRefType>($_self)) && (::llvm::cast<::mlir::ShapedType>($_self).hasStaticShape()) && (::llvm::cast<::mlir::MemRefType>($_self).getLayout().isIdentity())"
    %r = irdl.any
    irdl.operands(source: %m)
    irdl.results(result: %r)
  }
  irdl.operation @"expand_shape{static}" {
    %m = irdl.c_pred "(::llvm::isa<::mlir::MemRefType>($_self)) && (::llvm::cast<::mlir::ShapedType>($_self).hasStaticShape()) && (::llvm::cast<::mlir::MemRefType>($_self).getLayout().isIdentity())"
    %r = irdl.any
    irdl.operands(source: %m)
    irdl.results(result: %r)
  }
  irdl.operation @"collapse_shape{static}" {
    %m = irdl.c_pred "(::llvm::isa<::mlir::MemRefType>($_self)) && (::llvm::cast<::mlir::ShapedType>($_self).hasStaticShape()) && (::llvm::cast<::mlir::MemRefType>($_self).getLayout().isIdentity())"
    %r = irdl.any
    irdl.operands(source: %m)
    irdl.results(result: %r)
  }
}

irdl.dialect @scf attributes {assay.incomplete} {
  // It has no results, so that it works on buffers.
  irdl.operation @"forall{buffers}" {
    %v = irdl.any
    irdl.operands(bounds: variadic %v)
  }
  // No memref leaves the region.
  irdl.operation @"yield{plain}" {
    %v = irdl.c_pred "!(::llvm::isa<::mlir::BaseMemRefType>($_self))"
    irdl.operands(values: variadic %v)
  }
  irdl.operation @"condition{plain}" {
    %v = irdl.c_pred "!(::llvm::isa<::mlir::BaseMemRefType>($_self))"
    irdl.operands(values: variadic %v)
  }
}

irdl.dialect @cf attributes {assay.incomplete} {
  // No memref is passed to a block.
  irdl.operation @"br{plain}" {
    %v = irdl.c_pred "!(::llvm::isa<::mlir::BaseMemRefType>($_self))"
    irdl.operands(values: variadic %v)
  }
  irdl.operation @"cond_br{plain}" {
    %v = irdl.c_pred "!(::llvm::isa<::mlir::BaseMemRefType>($_self))"
    irdl.operands(values: variadic %v)
  }
}

irdl.dialect @func attributes {assay.incomplete} {
  // No memref is returned.
  irdl.operation @"return{plain}" {
    %v = irdl.c_pred "!(::llvm::isa<::mlir::BaseMemRefType>($_self))"
    irdl.operands(values: variadic %v)
  }
}

irdl.dialect @arith attributes {assay.incomplete} {
  // It works on tensors, element by element.
  irdl.operation @"addf{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(a: %t, b: %t)
    %r = irdl.any
    irdl.results(result: %r)
  }
  irdl.operation @"subf{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(a: %t, b: %t)
    %r = irdl.any
    irdl.results(result: %r)
  }
  irdl.operation @"mulf{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(a: %t, b: %t)
    %r = irdl.any
    irdl.results(result: %r)
  }
  irdl.operation @"divf{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(a: %t, b: %t)
    %r = irdl.any
    irdl.results(result: %r)
  }
  irdl.operation @"addi{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(a: %t, b: %t)
    %r = irdl.any
    irdl.results(result: %r)
  }
  irdl.operation @"subi{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(a: %t, b: %t)
    %r = irdl.any
    irdl.results(result: %r)
  }
  irdl.operation @"muli{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(a: %t, b: %t)
    %r = irdl.any
    irdl.results(result: %r)
  }
  irdl.operation @"cmpf{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(a: %t, b: %t)
    %r = irdl.any
    irdl.results(result: %r)
  }
  irdl.operation @"cmpi{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(a: %t, b: %t)
    %r = irdl.any
    irdl.results(result: %r)
  }
  irdl.operation @"select{tensor}" {
    %c = irdl.any
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(c: %c, a: %t, b: %t)
    %r = irdl.any
    irdl.results(result: %r)
  }
}
