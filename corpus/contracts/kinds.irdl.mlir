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
  // The memory is laid out as its extents say.
  irdl.operation @"alloc{identity}" {
    %n = irdl.any
    irdl.operands(extents: variadic %n)
    %m = irdl.c_pred "(::llvm::isa<::mlir::MemRefType>($_self)) && (::llvm::cast<::mlir::MemRefType>($_self).getLayout().isIdentity())"
    irdl.results(memref: %m)
  }
  irdl.operation @"alloca{identity}" {
    %n = irdl.any
    irdl.operands(extents: variadic %n)
    %m = irdl.c_pred "(::llvm::isa<::mlir::MemRefType>($_self)) && (::llvm::cast<::mlir::MemRefType>($_self).getLayout().isIdentity())"
    irdl.results(memref: %m)
  }
  // The first offset is a run-time value, in memory whose first stride is more than one: a place that has to be computed.
  irdl.operation @"subview{shifted}" {
    %o = irdl.c_pred "::llvm::cast<::mlir::DenseI64ArrayAttr>($_self).asArrayRef().front() == ::mlir::ShapedType::kDynamic"
    irdl.attributes {"static_offsets" = %o}
    %m = irdl.c_pred "(::llvm::isa<::mlir::MemRefType>($_self)) && (::llvm::cast<::mlir::ShapedType>($_self).hasStaticShape()) && (::llvm::cast<::mlir::MemRefType>($_self).getLayout().isIdentity()) && (::llvm::cast<::mlir::ShapedType>($_self).getRank() > 1) && (::llvm::all_of(::llvm::cast<::mlir::ShapedType>($_self).getShape(), [](int64_t extent) { return extent != 0; })) && (::llvm::all_of(::llvm::cast<::mlir::ShapedType>($_self).getShape(), [](int64_t extent) { return extent != 1; }))"
    %s = irdl.any
    %i = irdl.any
    irdl.operands(source: %m, others: variadic %i)
    irdl.results(result: %s)
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
  // No tensor leaves the region.
  irdl.operation @"yield{buffers}" {
    %v = irdl.c_pred "!(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %v)
  }
  irdl.operation @"condition{buffers}" {
    %v = irdl.c_pred "!(::llvm::isa<::mlir::TensorType>($_self))"
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

irdl.dialect @vector attributes {assay.incomplete} {
  // No position is a run-time value.
  irdl.operation @"extract{constant}" {
    %v = irdl.any
    irdl.operands(source: %v)
    %r = irdl.any
    irdl.results(result: %r)
  }
  irdl.operation @"insert{constant}" {
    %v = irdl.any
    %d = irdl.any
    irdl.operands(value: %v, destination: %d)
    %r = irdl.any
    irdl.results(result: %r)
  }
  // All of its elements are integers.
  irdl.operation @"contract{integer}" {
    %a = irdl.c_pred "::mlir::getElementTypeOrSelf($_self).isIntOrIndex()"
    %b = irdl.c_pred "::mlir::getElementTypeOrSelf($_self).isIntOrIndex()"
    %c = irdl.c_pred "::mlir::getElementTypeOrSelf($_self).isIntOrIndex()"
    %r = irdl.c_pred "::mlir::getElementTypeOrSelf($_self).isIntOrIndex()"
    irdl.operands(a: %a, b: %b, c: %c)
    irdl.results(result: %r)
  }
  // All of its elements are of type f32.
  irdl.operation @"contract{single}" {
    %a = irdl.c_pred "::mlir::getElementTypeOrSelf($_self).isF32()"
    %b = irdl.c_pred "::mlir::getElementTypeOrSelf($_self).isF32()"
    %c = irdl.c_pred "::mlir::getElementTypeOrSelf($_self).isF32()"
    %r = irdl.c_pred "::mlir::getElementTypeOrSelf($_self).isF32()"
    irdl.operands(a: %a, b: %b, c: %c)
    irdl.results(result: %r)
  }
  // All of its elements are of type f64.
  irdl.operation @"contract{double}" {
    %a = irdl.c_pred "::mlir::getElementTypeOrSelf($_self).isF64()"
    %b = irdl.c_pred "::mlir::getElementTypeOrSelf($_self).isF64()"
    %c = irdl.c_pred "::mlir::getElementTypeOrSelf($_self).isF64()"
    %r = irdl.c_pred "::mlir::getElementTypeOrSelf($_self).isF64()"
    irdl.operands(a: %a, b: %b, c: %c)
    irdl.results(result: %r)
  }
  // It prints no vector.
  irdl.operation @"print{scalar}" {
    %v = irdl.c_pred "!(::llvm::isa<::mlir::VectorType>($_self))"
    irdl.operands(source: variadic %v)
  }
  // The vector has one dimension.
  irdl.operation @"load{flat}" {
    %m = irdl.any
    %i = irdl.any
    irdl.operands(source: %m, indices: variadic %i)
    %v = irdl.c_pred "(::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1)"
    irdl.results(vector: %v)
  }
  irdl.operation @"store{flat}" {
    %v = irdl.c_pred "(::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1)"
    %m = irdl.any
    %i = irdl.any
    irdl.operands(vector: %v, destination: %m, indices: variadic %i)
  }
  // The vector has two dimensions or more.
  irdl.operation @"transfer_read{nested}" {
    %m = irdl.c_pred "(::llvm::isa<::mlir::MemRefType>($_self))"
    %i = irdl.any
    %v = irdl.c_pred "(::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() > 1)"
    %p = irdl.any
    irdl.operands(source: %m, indices: variadic %i, padding: %p)
    irdl.results(vector: %v)
  }
  irdl.operation @"transfer_write{nested}" {
    %m = irdl.c_pred "(::llvm::isa<::mlir::MemRefType>($_self))"
    %i = irdl.any
    %v = irdl.c_pred "(::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() > 1)"
    irdl.operands(vector: %v, destination: %m, indices: variadic %i)
  }
}
