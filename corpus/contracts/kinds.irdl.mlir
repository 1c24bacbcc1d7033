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
  // No extent is a run-time value.
  irdl.operation @"alloc{fixed}" {
    %n = irdl.any
    irdl.operands(others: variadic %n)
    %m = irdl.c_pred "(::llvm::isa<::mlir::MemRefType>($_self)) && (::llvm::cast<::mlir::ShapedType>($_self).hasStaticShape())"
    irdl.results(memref: %m)
  }
  irdl.operation @"alloca{fixed}" {
    %n = irdl.any
    irdl.operands(others: variadic %n)
    %m = irdl.c_pred "(::llvm::isa<::mlir::MemRefType>($_self)) && (::llvm::cast<::mlir::ShapedType>($_self).hasStaticShape())"
    irdl.results(memref: %m)
  }
  // Its memory gets a smaller extent, both known.
  irdl.operation @"realloc{shrinking}" {
    %m = irdl.any
    %n = irdl.any
    %r = irdl.any
    irdl.operands(source: %m, others: variadic %n)
    irdl.results(result: %r)
  }
  // A view of memory that has dimensions.
  irdl.operation @"subview{ranked}" {
    %m = irdl.c_pred "(::llvm::isa<::mlir::MemRefType>($_self)) && (::llvm::cast<::mlir::ShapedType>($_self).getRank() > 0)"
    %r = irdl.any
    %i = irdl.any
    irdl.operands(source: %m, others: variadic %i)
    irdl.results(result: %r)
  }
  // Nothing uses it.
  irdl.operation @"subview{unused}" {
    %v = irdl.any
    %r = irdl.any
    irdl.operands(operands: variadic %v)
    irdl.results(result: %r)
  }
  // Nothing of it is used that the type states.
  irdl.operation @"extract_strided_metadata{settled}" {
    %m = irdl.any
    irdl.operands(source: %m)
    %r = irdl.any
    irdl.results(results: variadic %r)
  }
  // Only the extent is a run-time value, in memory of one dimension that is laid out as its extent says.
  irdl.operation @"subview{still}" {
    %m = irdl.c_pred "(::llvm::isa<::mlir::MemRefType>($_self)) && (::llvm::cast<::mlir::MemRefType>($_self).getLayout().isIdentity()) && (::llvm::cast<::mlir::ShapedType>($_self).getRank() == 1)"
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
  // The tensor is the only view of its memory.
  irdl.operation @"to_tensor{restricted}" {
    %s = irdl.any
    irdl.attributes {"restrict" = %s}
    %v = irdl.any
    irdl.operands(buffer: %v)
    %r = irdl.any
    irdl.results(result: %r)
  }
  // Its destination is memory.
  irdl.operation @"materialize_in_destination{buffers}" {
    %v = irdl.any
    %m = irdl.c_pred "(::llvm::isa<::mlir::BaseMemRefType>($_self))"
    irdl.operands(source: %v, destination: %m)
  }
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
  // It holds none but operations of its dialect.
  irdl.operation @"func{closed}" {
  }
}

irdl.dialect @builtin attributes {assay.incomplete} {
  // Neither before nor after it is another one, so that nothing undoes it.
  irdl.operation @"unrealized_conversion_cast{lone}" {
    %v = irdl.any
    %r = irdl.any
    irdl.operands(inputs: variadic %v)
    irdl.results(outputs: variadic %r)
  }
}

irdl.dialect @tensor attributes {assay.incomplete} {
  // A slice of a tensor that has dimensions.
  irdl.operation @"extract_slice{ranked}" {
    %m = irdl.c_pred "(::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::cast<::mlir::ShapedType>($_self).getRank() > 0)"
    %r = irdl.any
    %i = irdl.any
    irdl.operands(source: %m, others: variadic %i)
    irdl.results(result: %r)
  }
  // Nothing uses it.
  irdl.operation @"extract_slice{unused}" {
    %v = irdl.any
    %r = irdl.any
    irdl.operands(operands: variadic %v)
    irdl.results(result: %r)
  }
}

irdl.dialect @scf attributes {assay.incomplete} {
  // It runs up to what its function is given, and something has an effect in it.
  irdl.operation @"for{busy}" {
    %v = irdl.any
    irdl.operands(values: variadic %v)
    irdl.results(results: variadic %v)
  }
  // It counts in `index`.
  irdl.operation @"for{indexed}" {
    %i = irdl.c_pred "$_self.isIndex()"
    %v = irdl.any
    irdl.operands(lowerBound: %i, upperBound: %i, step: %i, initArgs: variadic %v)
    irdl.results(results: variadic %v)
  }
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
  // Each tensor that an iteration ends with is the one that it begins with, written to.
  irdl.operation @"yield{kept}" {
    %v = irdl.any
    irdl.operands(values: variadic %v)
  }
  // The same, and no folding changes that.
  irdl.operation @"yield{steady}" {
    %v = irdl.any
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
  // It lies in a region that has room for the blocks of its lowering.
  irdl.operation @"assert{free}" {
    %c = irdl.any
    irdl.operands(condition: %c)
  }
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
  // It has no body.
  irdl.operation @"func{declared}" {
  }
  // Its types have a tensor in them.
  irdl.operation @"func{tensors}" {
  }
  irdl.operation @"call{tensors}" {
    %v = irdl.any
    irdl.operands(values: variadic %v)
    irdl.results(results: variadic %v)
  }
  // It is passed an unranked memory or tensor that an operation makes of one with a rank.
  irdl.operation @"call{unranked}" {
    %v = irdl.any
    %r = irdl.any
    irdl.operands(values: variadic %v)
    irdl.results(results: variadic %r)
  }
  // It gives no memref.
  irdl.operation @"call{plain}" {
    %v = irdl.any
    %r = irdl.c_pred "!(::llvm::isa<::mlir::BaseMemRefType>($_self))"
    irdl.operands(values: variadic %v)
    irdl.results(results: variadic %r)
  }
  // It gives no tensor.
  irdl.operation @"call{buffers}" {
    %v = irdl.any
    %r = irdl.c_pred "!(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %v)
    irdl.results(results: variadic %r)
  }
  // The function is private.
  irdl.operation @"return{inner}" {
    %v = irdl.any
    irdl.operands(values: variadic %v)
  }
  // No tensor is returned.
  irdl.operation @"return{buffers}" {
    %v = irdl.c_pred "!(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %v)
  }
  // No memref is returned.
  irdl.operation @"return{plain}" {
    %v = irdl.c_pred "!(::llvm::isa<::mlir::BaseMemRefType>($_self))"
    irdl.operands(values: variadic %v)
  }
}

irdl.dialect @arith attributes {assay.incomplete} {
  // An index comes from elsewhere than `arith`.
  irdl.operation @"cmpi{fed}" {
    %a = irdl.any
    %r = irdl.any
    irdl.operands(a: %a, b: %a)
    irdl.results(result: %r)
  }
  irdl.operation @"addi{fed}" {
    %a = irdl.any
    %r = irdl.any
    irdl.operands(a: %a, b: %a)
    irdl.results(result: %r)
  }
  // It casts no memory.
  irdl.operation @"index_cast{number}" {
    %v = irdl.c_pred "!(::llvm::isa<::mlir::BaseMemRefType>($_self))"
    irdl.operands(value: %v)
    %r = irdl.any
    irdl.results(result: %r)
  }
  // It folds to nothing but 0 where one of its operands does not fold.
  irdl.operation @"addi{varying}" {
    %a = irdl.any
    irdl.operands(a: %a, b: %a)
    %r = irdl.any
    irdl.results(result: %r)
  }
  irdl.operation @"subi{varying}" {
    %a = irdl.any
    irdl.operands(a: %a, b: %a)
    %r = irdl.any
    irdl.results(result: %r)
  }
  irdl.operation @"muli{varying}" {
    %a = irdl.any
    irdl.operands(a: %a, b: %a)
    %r = irdl.any
    irdl.results(result: %r)
  }
  irdl.operation @"andi{varying}" {
    %a = irdl.any
    irdl.operands(a: %a, b: %a)
    %r = irdl.any
    irdl.results(result: %r)
  }
  // It is a tensor.
  irdl.operation @"constant{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.results(result: %t)
  }
  // The amount is a constant less than the width, or stays open.
  irdl.operation @"shli{bounded}" {
    %a = irdl.any
    irdl.operands(value: %a, amount: %a)
    %r = irdl.any
    irdl.results(result: %r)
  }
  irdl.operation @"shrsi{bounded}" {
    %a = irdl.any
    irdl.operands(value: %a, amount: %a)
    %r = irdl.any
    irdl.results(result: %r)
  }
  irdl.operation @"shrui{bounded}" {
    %a = irdl.any
    irdl.operands(value: %a, amount: %a)
    %r = irdl.any
    irdl.results(result: %r)
  }
  // Some of its types is a float that its arithmetic does not take.
  irdl.operation @"addf{minifloat}" {
    %a = irdl.any
    %r = irdl.any
    irdl.operands(a: %a, b: %a)
    irdl.results(result: %r)
  }
  irdl.operation @"subf{minifloat}" {
    %a = irdl.any
    %r = irdl.any
    irdl.operands(a: %a, b: %a)
    irdl.results(result: %r)
  }
  irdl.operation @"mulf{minifloat}" {
    %a = irdl.any
    %r = irdl.any
    irdl.operands(a: %a, b: %a)
    irdl.results(result: %r)
  }
  irdl.operation @"divf{minifloat}" {
    %a = irdl.any
    %r = irdl.any
    irdl.operands(a: %a, b: %a)
    irdl.results(result: %r)
  }
  irdl.operation @"remf{minifloat}" {
    %a = irdl.any
    %r = irdl.any
    irdl.operands(a: %a, b: %a)
    irdl.results(result: %r)
  }
  irdl.operation @"maximumf{minifloat}" {
    %a = irdl.any
    %r = irdl.any
    irdl.operands(a: %a, b: %a)
    irdl.results(result: %r)
  }
  irdl.operation @"minimumf{minifloat}" {
    %a = irdl.any
    %r = irdl.any
    irdl.operands(a: %a, b: %a)
    irdl.results(result: %r)
  }
  irdl.operation @"maxnumf{minifloat}" {
    %a = irdl.any
    %r = irdl.any
    irdl.operands(a: %a, b: %a)
    irdl.results(result: %r)
  }
  irdl.operation @"minnumf{minifloat}" {
    %a = irdl.any
    %r = irdl.any
    irdl.operands(a: %a, b: %a)
    irdl.results(result: %r)
  }
  irdl.operation @"cmpf{minifloat}" {
    %a = irdl.any
    %r = irdl.any
    irdl.operands(a: %a, b: %a)
    irdl.results(result: %r)
  }
  irdl.operation @"negf{minifloat}" {
    %a = irdl.any
    %r = irdl.any
    irdl.operands(a: %a)
    irdl.results(result: %r)
  }
  irdl.operation @"extf{minifloat}" {
    %a = irdl.any
    %r = irdl.any
    irdl.operands(a: %a)
    irdl.results(result: %r)
  }
  irdl.operation @"truncf{minifloat}" {
    %a = irdl.any
    %r = irdl.any
    irdl.operands(a: %a)
    irdl.results(result: %r)
  }
  irdl.operation @"uitofp{minifloat}" {
    %a = irdl.any
    %r = irdl.any
    irdl.operands(a: %a)
    irdl.results(result: %r)
  }
  irdl.operation @"fptosi{minifloat}" {
    %a = irdl.any
    %r = irdl.any
    irdl.operands(a: %a)
    irdl.results(result: %r)
  }
  irdl.operation @"fptoui{minifloat}" {
    %a = irdl.any
    %r = irdl.any
    irdl.operands(a: %a)
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
  irdl.operation @"addui_extended{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"andi{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"bitcast{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"ceildivsi{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"ceildivui{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"divsi{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"divui{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"extf{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"extsi{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"extui{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"floordivsi{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"fptosi{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"fptoui{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"maximumf{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"maxnumf{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"maxsi{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"maxui{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"minimumf{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"minnumf{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"minsi{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"minui{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"mulsi_extended{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"mului_extended{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"negf{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"ori{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"remf{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"remsi{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"remui{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"shli{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"shrsi{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"shrui{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"sitofp{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"uitofp{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"truncf{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"trunci{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"xori{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
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
  // The vector has one dimension at most, the last one of the memory, where elements lie side by side or do not.
  irdl.operation @"transfer_read{direct}" {
    %map = irdl.c_pred "::llvm::cast<::mlir::AffineMapAttr>($_self).getAffineMap().isMinorIdentity()"
    irdl.attributes {"permutation_map" = %map}
    %m = irdl.c_pred "(::llvm::isa<::mlir::MemRefType>($_self)) && (::llvm::cast<::mlir::ShapedType>($_self).getElementType().isIntOrIndexOrFloat())"
    %i = irdl.c_pred "$_self.isIndex()"
    %p = irdl.c_pred "$_self.isIntOrIndexOrFloat()"
    %k = irdl.any
    irdl.operands(source: %m, indices: variadic %i, padding: %p, mask: optional %k)
    %v = irdl.c_pred "(::llvm::isa<::mlir::VectorType>($_self)) && (!(::llvm::cast<::mlir::VectorType>($_self).getRank() > 1))"
    irdl.results(vector: %v)
  }
  irdl.operation @"transfer_read{striding}" {
    %map = irdl.c_pred "::llvm::cast<::mlir::AffineMapAttr>($_self).getAffineMap().isMinorIdentity()"
    irdl.attributes {"permutation_map" = %map}
    %m = irdl.c_pred "(::llvm::isa<::mlir::MemRefType>($_self)) && (::llvm::cast<::mlir::ShapedType>($_self).getElementType().isIntOrIndexOrFloat())"
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
    %v = irdl.c_pred "(::llvm::isa<::mlir::VectorType>($_self)) && (!(::llvm::cast<::mlir::VectorType>($_self).getRank() > 1))"
    %m = irdl.c_pred "(::llvm::isa<::mlir::MemRefType>($_self)) && (::llvm::cast<::mlir::ShapedType>($_self).getElementType().isIntOrIndexOrFloat())"
    %i = irdl.c_pred "$_self.isIndex()"
    %k = irdl.any
    irdl.operands(vector: %v, destination: %m, indices: variadic %i, mask: optional %k)
  }
  irdl.operation @"transfer_write{striding}" {
    %map = irdl.c_pred "::llvm::cast<::mlir::AffineMapAttr>($_self).getAffineMap().isMinorIdentity()"
    irdl.attributes {"permutation_map" = %map}
    %v = irdl.c_pred "(::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1)"
    %m = irdl.c_pred "(::llvm::isa<::mlir::MemRefType>($_self)) && (::llvm::cast<::mlir::ShapedType>($_self).getElementType().isIntOrIndexOrFloat())"
    %i = irdl.c_pred "$_self.isIndex()"
    %k = irdl.any
    irdl.operands(vector: %v, destination: %m, indices: variadic %i, mask: optional %k)
  }
  // The vector has one dimension, which is another one than the last of the memory.
  irdl.operation @"transfer_read{across}" {
    %map = irdl.c_pred "!(::llvm::cast<::mlir::AffineMapAttr>($_self).getAffineMap().isMinorIdentity())"
    irdl.attributes {"permutation_map" = %map}
    %m = irdl.c_pred "(::llvm::isa<::mlir::MemRefType>($_self)) && (::llvm::cast<::mlir::ShapedType>($_self).getElementType().isIntOrIndexOrFloat())"
    %i = irdl.c_pred "$_self.isIndex()"
    %p = irdl.c_pred "$_self.isIntOrIndexOrFloat()"
    %k = irdl.any
    irdl.operands(source: %m, indices: variadic %i, padding: %p, mask: optional %k)
    %v = irdl.c_pred "(::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1)"
    irdl.results(vector: %v)
  }
  irdl.operation @"transfer_write{across}" {
    %map = irdl.c_pred "!(::llvm::cast<::mlir::AffineMapAttr>($_self).getAffineMap().isMinorIdentity())"
    irdl.attributes {"permutation_map" = %map}
    %v = irdl.c_pred "(::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() == 1)"
    %m = irdl.c_pred "(::llvm::isa<::mlir::MemRefType>($_self)) && (::llvm::cast<::mlir::ShapedType>($_self).getElementType().isIntOrIndexOrFloat())"
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
  // No position is out of bounds on purpose, and none that is not known becomes a constant.
  irdl.operation @"extract{bounded}" {
    %v = irdl.any
    %i = irdl.any
    irdl.operands(source: %v, positions: variadic %i)
    %r = irdl.any
    irdl.results(result: %r)
  }
  irdl.operation @"insert{bounded}" {
    %e = irdl.any
    %v = irdl.any
    %i = irdl.any
    irdl.operands(value: %e, destination: %v, positions: variadic %i)
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
  // It has two dimensions or more and may leave the memory in the first of them.
  irdl.operation @"transfer_read{loose}" {
    %m = irdl.c_pred "(::llvm::isa<::mlir::MemRefType>($_self))"
    %i = irdl.any
    %v = irdl.c_pred "(::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() > 1)"
    %p = irdl.any
    irdl.operands(source: %m, indices: variadic %i, padding: %p)
    irdl.results(vector: %v)
  }
  irdl.operation @"transfer_write{loose}" {
    %m = irdl.c_pred "(::llvm::isa<::mlir::MemRefType>($_self))"
    %i = irdl.any
    %v = irdl.c_pred "(::llvm::isa<::mlir::VectorType>($_self)) && (::llvm::cast<::mlir::VectorType>($_self).getRank() > 1)"
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

// They work on tensors, element by element.
irdl.dialect @math attributes {assay.incomplete} {
  // Some of its types is a float that its arithmetic does not take.
  irdl.operation @"fma{minifloat}" {
    %a = irdl.any
    irdl.operands(a: %a, b: %a, c: %a)
    irdl.results(result: %a)
  }
  irdl.operation @"absf{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"absi{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"acos{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"acosh{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"asin{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"asinh{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"atan{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"atan2{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"atanh{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"cbrt{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"ceil{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"clampf{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"copysign{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"cos{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"cosh{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"ctlz{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"cttz{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"ctpop{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"erf{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"erfc{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"exp{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"exp2{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"expm1{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"floor{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"fma{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"fpowi{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"ipowi{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"isfinite{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"isinf{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"isnan{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"isnormal{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"log{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"log10{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"log1p{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"log2{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"powf{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"round{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"roundeven{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"rsqrt{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"sin{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"sincos{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"sinh{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"sqrt{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"tan{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"tanh{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"trunc{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
}

irdl.dialect @complex attributes {assay.incomplete} {
  irdl.operation @"abs{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"add{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"angle{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"atan2{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"conj{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"cos{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"div{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"eq{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"exp{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"expm1{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"im{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"log{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"log1p{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"mul{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"neg{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"neq{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"pow{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"re{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"rsqrt{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"sign{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"sin{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"sqrt{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"sub{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"tan{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"tanh{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
  irdl.operation @"create{tensor}" {
    %t = irdl.c_pred "(::llvm::isa<::mlir::TensorType>($_self))"
    irdl.operands(values: variadic %t)
    irdl.results(results: variadic %t)
  }
}
