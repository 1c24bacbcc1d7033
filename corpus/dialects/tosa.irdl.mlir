// The part of the tosa dialect of MLIR 22.1.8 that is computed element by element, or along one axis. Extents broadcast: operands
// and results have their own types.
irdl.dialect @tosa attributes {assay.incomplete, assay.variadic = "each"} {
  irdl.operation @abs attributes {
    assay.relations = ["element(input1) == element(output)", "broadcasts(output, input1)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %a0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %a1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %a = irdl.all_of(%a0, %a1)
    %r0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %r1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %r = irdl.all_of(%r0, %r1)
    irdl.operands(input1: %a)
    irdl.results(output: %r)
  }

  irdl.operation @bitwise_not attributes {
    assay.relations = ["element(input1) == element(output)", "broadcasts(output, input1)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %a0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %a1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %a = irdl.all_of(%a0, %a1)
    %r0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %r1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %r = irdl.all_of(%r0, %r1)
    irdl.operands(input1: %a)
    irdl.results(output: %r)
  }

  irdl.operation @clz attributes {
    assay.relations = ["element(input1) == element(output)", "broadcasts(output, input1)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %a0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %a1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %a = irdl.all_of(%a0, %a1)
    %r0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %r1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %r = irdl.all_of(%r0, %r1)
    irdl.operands(input1: %a)
    irdl.results(output: %r)
  }

  irdl.operation @ceil attributes {
    assay.relations = ["element(input1) == element(output)", "broadcasts(output, input1)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %a0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %a1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %a = irdl.all_of(%a0, %a1)
    %r0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %r1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %r = irdl.all_of(%r0, %r1)
    irdl.operands(input1: %a)
    irdl.results(output: %r)
  }

  irdl.operation @floor attributes {
    assay.relations = ["element(input1) == element(output)", "broadcasts(output, input1)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %a0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %a1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %a = irdl.all_of(%a0, %a1)
    %r0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %r1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %r = irdl.all_of(%r0, %r1)
    irdl.operands(input1: %a)
    irdl.results(output: %r)
  }

  irdl.operation @reciprocal attributes {
    assay.relations = ["element(input1) == element(output)", "broadcasts(output, input1)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %a0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %a1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %a = irdl.all_of(%a0, %a1)
    %r0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %r1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %r = irdl.all_of(%r0, %r1)
    irdl.operands(input1: %a)
    irdl.results(output: %r)
  }

  irdl.operation @logical_not attributes {
    assay.relations = ["element(input1) == element(output)", "broadcasts(output, input1)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %a0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %a1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isSignlessInteger(1)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %a = irdl.all_of(%a0, %a1)
    %r0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %r1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isSignlessInteger(1)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %r = irdl.all_of(%r0, %r1)
    irdl.operands(input1: %a)
    irdl.results(output: %r)
  }

  irdl.operation @add attributes {
    assay.relations = ["element(input1) == element(output)", "element(input2) == element(output)", "broadcasts(output, input1, input2)"],
    assay.traits = ["pure", "deterministic", "commutative"]
  } {
    %a0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %a1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %a = irdl.all_of(%a0, %a1)
    %b0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %b1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %b = irdl.all_of(%b0, %b1)
    %r0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %r1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %r = irdl.all_of(%r0, %r1)
    irdl.operands(input1: %a, input2: %b)
    irdl.results(output: %r)
  }

  irdl.operation @sub attributes {
    assay.relations = ["element(input1) == element(output)", "element(input2) == element(output)", "broadcasts(output, input1, input2)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %a0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %a1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %a = irdl.all_of(%a0, %a1)
    %b0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %b1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %b = irdl.all_of(%b0, %b1)
    %r0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %r1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %r = irdl.all_of(%r0, %r1)
    irdl.operands(input1: %a, input2: %b)
    irdl.results(output: %r)
  }

  irdl.operation @bitwise_and attributes {
    assay.relations = ["element(input1) == element(output)", "element(input2) == element(output)", "broadcasts(output, input1, input2)"],
    assay.traits = ["pure", "deterministic", "commutative"]
  } {
    %a0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %a1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %a = irdl.all_of(%a0, %a1)
    %b0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %b1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %b = irdl.all_of(%b0, %b1)
    %r0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %r1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %r = irdl.all_of(%r0, %r1)
    irdl.operands(input1: %a, input2: %b)
    irdl.results(output: %r)
  }

  irdl.operation @bitwise_or attributes {
    assay.relations = ["element(input1) == element(output)", "element(input2) == element(output)", "broadcasts(output, input1, input2)"],
    assay.traits = ["pure", "deterministic", "commutative"]
  } {
    %a0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %a1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %a = irdl.all_of(%a0, %a1)
    %b0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %b1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %b = irdl.all_of(%b0, %b1)
    %r0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %r1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %r = irdl.all_of(%r0, %r1)
    irdl.operands(input1: %a, input2: %b)
    irdl.results(output: %r)
  }

  irdl.operation @bitwise_xor attributes {
    assay.relations = ["element(input1) == element(output)", "element(input2) == element(output)", "broadcasts(output, input1, input2)"],
    assay.traits = ["pure", "deterministic", "commutative"]
  } {
    %a0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %a1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %a = irdl.all_of(%a0, %a1)
    %b0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %b1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %b = irdl.all_of(%b0, %b1)
    %r0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %r1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %r = irdl.all_of(%r0, %r1)
    irdl.operands(input1: %a, input2: %b)
    irdl.results(output: %r)
  }

  irdl.operation @logical_and attributes {
    assay.relations = ["element(input1) == element(output)", "element(input2) == element(output)", "broadcasts(output, input1, input2)"],
    assay.traits = ["pure", "deterministic", "commutative"]
  } {
    %a0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %a1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isSignlessInteger(1)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %a = irdl.all_of(%a0, %a1)
    %b0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %b1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isSignlessInteger(1)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %b = irdl.all_of(%b0, %b1)
    %r0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %r1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isSignlessInteger(1)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %r = irdl.all_of(%r0, %r1)
    irdl.operands(input1: %a, input2: %b)
    irdl.results(output: %r)
  }

  irdl.operation @logical_or attributes {
    assay.relations = ["element(input1) == element(output)", "element(input2) == element(output)", "broadcasts(output, input1, input2)"],
    assay.traits = ["pure", "deterministic", "commutative"]
  } {
    %a0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %a1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isSignlessInteger(1)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %a = irdl.all_of(%a0, %a1)
    %b0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %b1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isSignlessInteger(1)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %b = irdl.all_of(%b0, %b1)
    %r0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %r1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isSignlessInteger(1)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %r = irdl.all_of(%r0, %r1)
    irdl.operands(input1: %a, input2: %b)
    irdl.results(output: %r)
  }

  irdl.operation @logical_xor attributes {
    assay.relations = ["element(input1) == element(output)", "element(input2) == element(output)", "broadcasts(output, input1, input2)"],
    assay.traits = ["pure", "deterministic", "commutative"]
  } {
    %a0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %a1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isSignlessInteger(1)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %a = irdl.all_of(%a0, %a1)
    %b0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %b1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isSignlessInteger(1)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %b = irdl.all_of(%b0, %b1)
    %r0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %r1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isSignlessInteger(1)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %r = irdl.all_of(%r0, %r1)
    irdl.operands(input1: %a, input2: %b)
    irdl.results(output: %r)
  }

  irdl.operation @logical_left_shift attributes {
    assay.relations = ["element(input1) == element(output)", "element(input2) == element(output)", "broadcasts(output, input1, input2)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %a0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %a1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %a = irdl.all_of(%a0, %a1)
    %b0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %b1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %b = irdl.all_of(%b0, %b1)
    %r0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %r1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %r = irdl.all_of(%r0, %r1)
    irdl.operands(input1: %a, input2: %b)
    irdl.results(output: %r)
  }

  irdl.operation @logical_right_shift attributes {
    assay.relations = ["element(input1) == element(output)", "element(input2) == element(output)", "broadcasts(output, input1, input2)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %a0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %a1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %a = irdl.all_of(%a0, %a1)
    %b0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %b1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %b = irdl.all_of(%b0, %b1)
    %r0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %r1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %r = irdl.all_of(%r0, %r1)
    irdl.operands(input1: %a, input2: %b)
    irdl.results(output: %r)
  }

  irdl.operation @intdiv attributes {
    assay.relations = ["element(input1) == element(output)", "element(input2) == element(output)", "broadcasts(output, input1, input2)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %a0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %a1 = irdl.c_pred "[](::mlir::Type elementType) { return ((elementType.isSignlessInteger(32)) || (elementType.isSignlessInteger(64))); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %a = irdl.all_of(%a0, %a1)
    %b0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %b1 = irdl.c_pred "[](::mlir::Type elementType) { return ((elementType.isSignlessInteger(32)) || (elementType.isSignlessInteger(64))); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %b = irdl.all_of(%b0, %b1)
    %r0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %r1 = irdl.c_pred "[](::mlir::Type elementType) { return ((elementType.isSignlessInteger(32)) || (elementType.isSignlessInteger(64))); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %r = irdl.all_of(%r0, %r1)
    irdl.operands(input1: %a, input2: %b)
    irdl.results(output: %r)
  }

  irdl.operation @arithmetic_right_shift attributes {
    assay.relations = ["element(input1) == element(output)", "element(input2) == element(output)", "broadcasts(output, input1, input2)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %a0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %a1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %a = irdl.all_of(%a0, %a1)
    %b0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %b1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %b = irdl.all_of(%b0, %b1)
    %r0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %r1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %r = irdl.all_of(%r0, %r1)
    %u = irdl.c_pred "(::llvm::isa<::mlir::BoolAttr>($_self))"
    irdl.operands(input1: %a, input2: %b)
    irdl.results(output: %r)
    irdl.attributes {"round" = %u}
  }

  irdl.operation @maximum attributes {
    assay.optional_attributes = ["nan_mode"],
    assay.relations = ["element(input1) == element(output)", "element(input2) == element(output)", "broadcasts(output, input1, input2)"],
    assay.traits = ["pure", "deterministic", "commutative"]
  } {
    %a0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %a1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %a = irdl.all_of(%a0, %a1)
    %b0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %b1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %b = irdl.all_of(%b0, %b1)
    %r0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %r1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %r = irdl.all_of(%r0, %r1)
    %u = irdl.base "#tosa.nan_mode"
    irdl.operands(input1: %a, input2: %b)
    irdl.results(output: %r)
    irdl.attributes {"nan_mode" = %u}
  }

  irdl.operation @minimum attributes {
    assay.optional_attributes = ["nan_mode"],
    assay.relations = ["element(input1) == element(output)", "element(input2) == element(output)", "broadcasts(output, input1, input2)"],
    assay.traits = ["pure", "deterministic", "commutative"]
  } {
    %a0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %a1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %a = irdl.all_of(%a0, %a1)
    %b0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %b1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %b = irdl.all_of(%b0, %b1)
    %r0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %r1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %r = irdl.all_of(%r0, %r1)
    %u = irdl.base "#tosa.nan_mode"
    irdl.operands(input1: %a, input2: %b)
    irdl.results(output: %r)
    irdl.attributes {"nan_mode" = %u}
  }

  irdl.operation @greater attributes {
    assay.relations = ["element(input1) == element(input2)", "broadcasts(output, input1, input2)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %a0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %a1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %a = irdl.all_of(%a0, %a1)
    %b0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %b1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %b = irdl.all_of(%b0, %b1)
    %r0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %r1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isSignlessInteger(1)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %r = irdl.all_of(%r0, %r1)
    irdl.operands(input1: %a, input2: %b)
    irdl.results(output: %r)
  }

  irdl.operation @greater_equal attributes {
    assay.relations = ["element(input1) == element(input2)", "broadcasts(output, input1, input2)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %a0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %a1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %a = irdl.all_of(%a0, %a1)
    %b0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %b1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %b = irdl.all_of(%b0, %b1)
    %r0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %r1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isSignlessInteger(1)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %r = irdl.all_of(%r0, %r1)
    irdl.operands(input1: %a, input2: %b)
    irdl.results(output: %r)
  }

  irdl.operation @equal attributes {
    assay.relations = ["element(input1) == element(input2)", "broadcasts(output, input1, input2)"],
    assay.traits = ["pure", "deterministic", "commutative", "inferred_in_cpp"]
  } {
    %a0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %a1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %a = irdl.all_of(%a0, %a1)
    %b0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %b1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %b = irdl.all_of(%b0, %b1)
    %r0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %r1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isSignlessInteger(1)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %r = irdl.all_of(%r0, %r1)
    irdl.operands(input1: %a, input2: %b)
    irdl.results(output: %r)
  }

  irdl.operation @cast attributes {
    assay.relations = ["broadcasts(output, input)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %a0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %a1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %a = irdl.all_of(%a0, %a1)
    %r0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %r1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %r = irdl.all_of(%r0, %r1)
    irdl.operands(input: %a)
    irdl.results(output: %r)
  }

  irdl.operation @reduce_all attributes {
    assay.relations = ["collapses(input, axis, output)"],
    assay.traits = ["pure", "deterministic", "inferred_in_cpp"]
  } {
    %a0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::cast<::mlir::RankedTensorType>($_self).getRank() >= 1) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %a1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %a = irdl.all_of(%a0, %a1)
    %r0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::cast<::mlir::RankedTensorType>($_self).getRank() >= 1) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %r1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %r = irdl.all_of(%r0, %r1)
    %u = irdl.c_pred "(::llvm::isa<::mlir::IntegerAttr>($_self)) && (::llvm::cast<::mlir::IntegerAttr>($_self).getType().isSignlessInteger(32))"
    irdl.operands(input: %a)
    irdl.results(output: %r)
    irdl.attributes {"axis" = %u}
  }

  irdl.operation @reduce_any attributes {
    assay.relations = ["collapses(input, axis, output)"],
    assay.traits = ["pure", "deterministic", "inferred_in_cpp"]
  } {
    %a0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::cast<::mlir::RankedTensorType>($_self).getRank() >= 1) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %a1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %a = irdl.all_of(%a0, %a1)
    %r0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::cast<::mlir::RankedTensorType>($_self).getRank() >= 1) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %r1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %r = irdl.all_of(%r0, %r1)
    %u = irdl.c_pred "(::llvm::isa<::mlir::IntegerAttr>($_self)) && (::llvm::cast<::mlir::IntegerAttr>($_self).getType().isSignlessInteger(32))"
    irdl.operands(input: %a)
    irdl.results(output: %r)
    irdl.attributes {"axis" = %u}
  }

  irdl.operation @reduce_product attributes {
    assay.relations = ["collapses(input, axis, output)"],
    assay.traits = ["pure", "deterministic", "inferred_in_cpp"]
  } {
    %a0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::cast<::mlir::RankedTensorType>($_self).getRank() >= 1) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %a1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %a = irdl.all_of(%a0, %a1)
    %r0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::cast<::mlir::RankedTensorType>($_self).getRank() >= 1) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %r1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %r = irdl.all_of(%r0, %r1)
    %u = irdl.c_pred "(::llvm::isa<::mlir::IntegerAttr>($_self)) && (::llvm::cast<::mlir::IntegerAttr>($_self).getType().isSignlessInteger(32))"
    irdl.operands(input: %a)
    irdl.results(output: %r)
    irdl.attributes {"axis" = %u}
  }

  irdl.operation @reduce_sum attributes {
    assay.relations = ["collapses(input, axis, output)"],
    assay.traits = ["pure", "deterministic", "inferred_in_cpp"]
  } {
    %a0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::cast<::mlir::RankedTensorType>($_self).getRank() >= 1) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %a1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %a = irdl.all_of(%a0, %a1)
    %r0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::cast<::mlir::RankedTensorType>($_self).getRank() >= 1) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %r1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %r = irdl.all_of(%r0, %r1)
    %u = irdl.c_pred "(::llvm::isa<::mlir::IntegerAttr>($_self)) && (::llvm::cast<::mlir::IntegerAttr>($_self).getType().isSignlessInteger(32))"
    irdl.operands(input: %a)
    irdl.results(output: %r)
    irdl.attributes {"axis" = %u}
  }

  irdl.operation @reduce_max attributes {
    assay.optional_attributes = ["nan_mode"],
    assay.relations = ["collapses(input, axis, output)"],
    assay.traits = ["pure", "deterministic", "inferred_in_cpp"]
  } {
    %a0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::cast<::mlir::RankedTensorType>($_self).getRank() >= 1) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %a1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %a = irdl.all_of(%a0, %a1)
    %r0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::cast<::mlir::RankedTensorType>($_self).getRank() >= 1) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %r1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %r = irdl.all_of(%r0, %r1)
    %u = irdl.c_pred "(::llvm::isa<::mlir::IntegerAttr>($_self)) && (::llvm::cast<::mlir::IntegerAttr>($_self).getType().isSignlessInteger(32))"
    %m = irdl.base "#tosa.nan_mode"
    irdl.operands(input: %a)
    irdl.results(output: %r)
    irdl.attributes {"axis" = %u, "nan_mode" = %m}
  }

  irdl.operation @reduce_min attributes {
    assay.optional_attributes = ["nan_mode"],
    assay.relations = ["collapses(input, axis, output)"],
    assay.traits = ["pure", "deterministic", "inferred_in_cpp"]
  } {
    %a0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::cast<::mlir::RankedTensorType>($_self).getRank() >= 1) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %a1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %a = irdl.all_of(%a0, %a1)
    %r0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::cast<::mlir::RankedTensorType>($_self).getRank() >= 1) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %r1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %r = irdl.all_of(%r0, %r1)
    %u = irdl.c_pred "(::llvm::isa<::mlir::IntegerAttr>($_self)) && (::llvm::cast<::mlir::IntegerAttr>($_self).getType().isSignlessInteger(32))"
    %m = irdl.base "#tosa.nan_mode"
    irdl.operands(input: %a)
    irdl.results(output: %r)
    irdl.attributes {"axis" = %u, "nan_mode" = %m}
  }

  irdl.operation @clamp attributes {
    assay.optional_attributes = ["nan_mode"],
    assay.relations = ["element(input) == element(output)", "broadcasts(output, input)", "clamps(input, min_val, max_val)"],
    assay.traits = ["pure", "deterministic"]
  } {
    %a0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %a1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %a = irdl.all_of(%a0, %a1)
    %r0 = irdl.c_pred "(::llvm::isa<::mlir::UnrankedTensorType>($_self)) || ((::llvm::isa<::mlir::RankedTensorType>($_self)) && (::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; })))"
    %r1 = irdl.c_pred "[](::mlir::Type elementType) { return (elementType.isUnsignedInteger()) || (elementType.isSignlessInteger()) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 4)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 8)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 16)) || ((::llvm::isa<mlir::quant::QuantizedType>(elementType)) && (::llvm::cast<mlir::quant::QuantizedType>(elementType).getStorageTypeIntegralWidth() == 32)) || (::llvm::isa<::mlir::FloatType>(elementType)) || (::llvm::isa<mlir::tosa::mxint8Type>(elementType)); }(::llvm::cast<::mlir::ShapedType>($_self).getElementType())"
    %r = irdl.all_of(%r0, %r1)
    %u = irdl.c_pred "(::llvm::isa<::mlir::IntegerAttr, ::mlir::FloatAttr>($_self))"
    %v = irdl.c_pred "(::llvm::isa<::mlir::IntegerAttr, ::mlir::FloatAttr>($_self))"
    %m = irdl.base "#tosa.nan_mode"
    irdl.operands(input: %a)
    irdl.results(output: %r)
    irdl.attributes {"min_val" = %u, "max_val" = %v, "nan_mode" = %m}
  }
}
