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
  // An index comes from elsewhere than `memref`.
  irdl.operation @"load{fed}" {
    %v = irdl.any
    irdl.operands(operands: variadic %v)
    %r = irdl.any
    irdl.results(result: %r)
  }
  irdl.operation @"store{fed}" {
    %v = irdl.any
    irdl.operands(operands: variadic %v)
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

irdl.dialect @bufferization attributes {assay.incomplete} {
  // It names a memory space.
  irdl.operation @"alloc_tensor{placed}" {
    %s = irdl.any
    irdl.attributes {"memory_space" = %s}
    %v = irdl.any
    irdl.operands(operands: variadic %v)
    %r = irdl.any
    irdl.results(result: %r)
  }
}

irdl.dialect @llvm attributes {assay.incomplete} {
  // It has no body.
  irdl.operation @"func{declared}" {
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
  // It casts no memory.
  irdl.operation @"index_cast{number}" {
    %v = irdl.c_pred "!(::llvm::isa<::mlir::BaseMemRefType>($_self))"
    irdl.operands(value: %v)
    %r = irdl.any
    irdl.results(result: %r)
  }
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

irdl.dialect @linalg attributes {assay.incomplete} {
  // Every operand is accessed at dimensions of the loop nest, none at a sum or quotient of them.
  irdl.operation @"generic{projected}" {
    %maps = irdl.c_pred "::llvm::all_of(::llvm::cast<::mlir::ArrayAttr>($_self), [](::mlir::Attribute map) { return ::llvm::cast<::mlir::AffineMapAttr>(map).getAffineMap().isProjectedPermutation(); })"
    irdl.attributes {"indexing_maps" = %maps}
    %o = irdl.any
    irdl.operands(operands: variadic %o)
    %r = irdl.any
    irdl.results(results: variadic %r)
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
  // It works on memory of numbers, laid out as its extents say.
  irdl.operation @"transfer_read{plain}" {
    %m = irdl.c_pred "(::llvm::isa<::mlir::MemRefType>($_self)) && (::llvm::cast<::mlir::MemRefType>($_self).getLayout().isIdentity()) && (::llvm::cast<::mlir::ShapedType>($_self).getElementType().isIntOrIndexOrFloat())"
    %i = irdl.c_pred "$_self.isIndex()"
    %p = irdl.c_pred "$_self.isIntOrIndexOrFloat()"
    %k = irdl.any
    irdl.operands(source: %m, indices: variadic %i, padding: %p, mask: optional %k)
    %v = irdl.c_pred "(::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() > 0)"
    irdl.results(vector: %v)
  }
  irdl.operation @"transfer_write{plain}" {
    %v = irdl.c_pred "(::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() > 0)"
    %m = irdl.c_pred "(::llvm::isa<::mlir::MemRefType>($_self)) && (::llvm::cast<::mlir::MemRefType>($_self).getLayout().isIdentity()) && (::llvm::cast<::mlir::ShapedType>($_self).getElementType().isIntOrIndexOrFloat())"
    %i = irdl.c_pred "$_self.isIndex()"
    %k = irdl.any
    irdl.operands(vector: %v, destination: %m, indices: variadic %i, mask: optional %k)
  }
  // So does it, with a vector of one dimension, the last one of the memory.
  irdl.operation @"transfer_read{direct}" {
    %map = irdl.c_pred "::llvm::cast<::mlir::AffineMapAttr>($_self).getAffineMap().isMinorIdentity()"
    irdl.attributes {"permutation_map" = %map}
    %m = irdl.c_pred "(::llvm::isa<::mlir::MemRefType>($_self)) && (::llvm::cast<::mlir::MemRefType>($_self).getLayout().isIdentity()) && (::llvm::cast<::mlir::ShapedType>($_self).getElementType().isIntOrIndexOrFloat())"
    %i = irdl.c_pred "$_self.isIndex()"
    %p = irdl.c_pred "$_self.isIntOrIndexOrFloat()"
    %k = irdl.any
    irdl.operands(source: %m, indices: variadic %i, padding: %p, mask: optional %k)
    %v = irdl.c_pred "(::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1)"
    irdl.results(vector: %v)
  }
  irdl.operation @"transfer_write{direct}" {
    %map = irdl.c_pred "::llvm::cast<::mlir::AffineMapAttr>($_self).getAffineMap().isMinorIdentity()"
    irdl.attributes {"permutation_map" = %map}
    %v = irdl.c_pred "(::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1)"
    %m = irdl.c_pred "(::llvm::isa<::mlir::MemRefType>($_self)) && (::llvm::cast<::mlir::MemRefType>($_self).getLayout().isIdentity()) && (::llvm::cast<::mlir::ShapedType>($_self).getElementType().isIntOrIndexOrFloat())"
    %i = irdl.c_pred "$_self.isIndex()"
    %k = irdl.any
    irdl.operands(vector: %v, destination: %m, indices: variadic %i, mask: optional %k)
  }
  // All positions are known, and none is out of bounds on purpose.
  irdl.operation @"extract{inside}" {
    %at = irdl.c_pred "::llvm::all_of(::llvm::cast<::mlir::DenseI64ArrayAttr>($_self).asArrayRef(), [](int64_t position) { return position >= 0; })"
    irdl.attributes {"static_position" = %at}
    %v = irdl.any
    irdl.operands(source: %v)
    %r = irdl.any
    irdl.results(result: %r)
  }
  irdl.operation @"insert{inside}" {
    %at = irdl.c_pred "::llvm::all_of(::llvm::cast<::mlir::DenseI64ArrayAttr>($_self).asArrayRef(), [](int64_t position) { return position >= 0; })"
    irdl.attributes {"static_position" = %at}
    %v = irdl.any
    %d = irdl.any
    irdl.operands(value: %v, destination: %d)
    %r = irdl.any
    irdl.results(result: %r)
  }
  // The vector has one dimension.
  irdl.operation @"extract{flat}" {
    %v = irdl.c_pred "(::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1)"
    %i = irdl.c_pred "$_self.isIndex()"
    irdl.operands(source: %v, positions: variadic %i)
    %r = irdl.c_pred "$_self.isIntOrIndexOrFloat()"
    irdl.results(result: %r)
  }
  irdl.operation @"insert{flat}" {
    %e = irdl.c_pred "$_self.isIntOrIndexOrFloat()"
    %v = irdl.c_pred "(::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1)"
    %i = irdl.c_pred "$_self.isIndex()"
    irdl.operands(value: %e, destination: %v, positions: variadic %i)
    %r = irdl.any
    irdl.results(result: %r)
  }
  // It prints nothing but numbers that the runtime has functions for, or punctuation.
  irdl.operation @"print{plain}" {
    %v = irdl.c_pred "(::mlir::getElementTypeOrSelf($_self).isF32()) || (::mlir::getElementTypeOrSelf($_self).isF64()) || (::mlir::getElementTypeOrSelf($_self).isF16()) || (::mlir::getElementTypeOrSelf($_self).isBF16()) || (::mlir::getElementTypeOrSelf($_self).isIndex()) || (::mlir::getElementTypeOrSelf($_self).isSignlessInteger(64))"
    irdl.operands(source: variadic %v)
  }
  // The integers that it prints have a usual width.
  irdl.operation @"print{whole}" {
    %v = irdl.c_pred "(!(::mlir::getElementTypeOrSelf($_self).isIntOrIndex())) || (::mlir::getElementTypeOrSelf($_self).isIndex()) || (::mlir::getElementTypeOrSelf($_self).isInteger(8)) || (::mlir::getElementTypeOrSelf($_self).isInteger(16)) || (::mlir::getElementTypeOrSelf($_self).isInteger(32)) || (::mlir::getElementTypeOrSelf($_self).isInteger(64))"
    irdl.operands(source: variadic %v)
  }
  // Its result has one dimension.
  irdl.operation @"broadcast{flat}" {
    %v = irdl.any
    irdl.operands(source: %v)
    %r = irdl.c_pred "(::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1)"
    irdl.results(vector: %r)
  }
  // No lane is left open.
  irdl.operation @"shuffle{inside}" {
    %lanes = irdl.c_pred "::llvm::all_of(::llvm::cast<::mlir::DenseI64ArrayAttr>($_self).asArrayRef(), [](int64_t lane) { return lane >= 0; })"
    irdl.attributes {"mask" = %lanes}
    %a = irdl.any
    %b = irdl.any
    irdl.operands(a: %a, b: %b)
    %r = irdl.any
    irdl.results(result: %r)
  }
  // It prints no vector, or one of one dimension.
  irdl.operation @"print{flat}" {
    %v = irdl.c_pred "(!(::llvm::isa<::mlir::VectorType>($_self))) || (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1)"
    irdl.operands(source: variadic %v)
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
