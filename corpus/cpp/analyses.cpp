// Patterns that an analysis of the program guards, and constants that are converted.
using namespace mlir;
using namespace mlir::arith;

struct DivideUnsigned : public OpRewritePattern<arith::DivSIOp> {
  LogicalResult matchAndRewrite(arith::DivSIOp op, PatternRewriter &rewriter) const override {
    if (failed(staticallyNonNegative(solver, op.getLhs())) || failed(staticallyNonNegative(solver, op.getRhs())))
      return failure();
    rewriter.replaceOpWithNewOp<arith::DivUIOp>(op, op.getLhs(), op.getRhs());
    return success();
  }
};

// The divisor may be negative.
struct DivideHalfUnsigned : public OpRewritePattern<arith::DivSIOp> {
  LogicalResult matchAndRewrite(arith::DivSIOp op, PatternRewriter &rewriter) const override {
    if (failed(staticallyNonNegative(solver, op.getLhs())))
      return failure();
    rewriter.replaceOpWithNewOp<arith::DivUIOp>(op, op.getLhs(), op.getRhs());
    return success();
  }
};

OpFoldResult arith::UIToFPOp::fold(FoldAdaptor adaptor) {
  Type type = getElementTypeOrSelf(getType());
  return constFoldCastOp<IntegerAttr, FloatAttr>(adaptor.getOperands(), getType(), [&type](const APInt &a, bool &castStatus) {
    FloatType floatType = cast<FloatType>(type);
    APFloat made(floatType.getFloatSemantics(), APInt::getZero(floatType.getWidth()));
    made.convertFromAPInt(a, /*IsSigned=*/false, APFloat::rmNearestTiesToEven);
    return made;
  });
}

// Of a negative number it makes a large one.
OpFoldResult arith::SIToFPOp::fold(FoldAdaptor adaptor) {
  Type type = getElementTypeOrSelf(getType());
  return constFoldCastOp<IntegerAttr, FloatAttr>(adaptor.getOperands(), getType(), [&type](const APInt &a, bool &castStatus) {
    FloatType floatType = cast<FloatType>(type);
    APFloat made(floatType.getFloatSemantics(), APInt::getZero(floatType.getWidth()));
    made.convertFromAPInt(a, /*IsSigned=*/false, APFloat::rmNearestTiesToEven);
    return made;
  });
}

OpFoldResult math::CountLeadingZerosOp::fold(FoldAdaptor adaptor) {
  return constFoldUnaryOp<IntegerAttr>(adaptor.getOperands(), [](const APInt &a) { return APInt(a.getBitWidth(), a.countl_zero()); });
}

// Zeros at the other end.
OpFoldResult math::CountTrailingZerosOp::fold(FoldAdaptor adaptor) {
  return constFoldUnaryOp<IntegerAttr>(adaptor.getOperands(), [](const APInt &a) { return APInt(a.getBitWidth(), a.countl_zero()); });
}

OpFoldResult math::SqrtOp::fold(FoldAdaptor adaptor) {
  return constFoldUnaryOpConditional<FloatAttr>(adaptor.getOperands(), [](const APFloat &a) -> std::optional<APFloat> {
    switch (a.getSizeInBits(a.getSemantics())) {
    case 64:
      return APFloat(sqrt(a.convertToDouble()));
    default:
      return {};
    }
  });
}
