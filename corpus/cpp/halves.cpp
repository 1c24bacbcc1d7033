// Conversions whose type converter makes a wide integer a vector of two halves, the low one first. Text for the reader, never compiled.

using namespace mlir;

static std::pair<Value, Value> halves(ConversionPatternRewriter &r, Location at, Value v) {
  return {vector::ExtractOp::create(r, at, v, 0), vector::ExtractOp::create(r, at, v, 1)};
}

static Value joined(ConversionPatternRewriter &r, Location at, VectorType type, ValueRange parts) {
  Value whole = createScalarOrSplatConstant(r, at, type, 0);
  for (auto [number, part] : llvm::enumerate(parts))
    whole = vector::InsertOp::create(r, at, part, whole, number);
  return whole;
}

struct SumOfHalves : public OpConversionPattern<arith::AddIOp> {
  SumOfHalves(const arith::WideIntEmulationConverter &c, MLIRContext *ctx) : OpConversionPattern(c, ctx) {}
  LogicalResult matchAndRewrite(arith::AddIOp op, OpAdaptor adaptor, ConversionPatternRewriter &r) const override {
    auto type = getTypeConverter()->convertType<VectorType>(op.getType());
    if (!type)
      return failure();
    Location at = op.getLoc();
    auto [aLow, aHigh] = halves(r, at, adaptor.getLhs());
    auto [bLow, bHigh] = halves(r, at, adaptor.getRhs());
    auto low = arith::AddUIExtendedOp::create(r, at, aLow, bLow);
    Value carry = arith::ExtUIOp::create(r, at, type.getElementType(), low.getOverflow());
    Value high = arith::AddIOp::create(r, at, arith::AddIOp::create(r, at, aHigh, bHigh), carry);
    r.replaceOp(op, joined(r, at, type, {low.getSum(), high}));
    return success();
  }
};

// Without the carry.
struct DifferenceOfHalves : public OpConversionPattern<arith::SubIOp> {
  LogicalResult matchAndRewrite(arith::SubIOp op, OpAdaptor adaptor, ConversionPatternRewriter &r) const override {
    auto type = getTypeConverter()->convertType<VectorType>(op.getType());
    if (!type)
      return failure();
    Location at = op.getLoc();
    auto [aLow, aHigh] = halves(r, at, adaptor.getLhs());
    auto [bLow, bHigh] = halves(r, at, adaptor.getRhs());
    Value low = arith::SubIOp::create(r, at, aLow, bLow);
    r.replaceOp(op, joined(r, at, type, {low, arith::SubIOp::create(r, at, aHigh, bHigh)}));
    return success();
  }
};

template <typename Op>
struct BitsOfHalves : public OpConversionPattern<Op> {
  LogicalResult matchAndRewrite(Op op, typename Op::Adaptor adaptor, ConversionPatternRewriter &r) const override {
    auto type = dyn_cast_or_null<VectorType>(this->getTypeConverter()->convertType(op.getType()));
    if (!type)
      return failure();
    r.replaceOpWithNewOp<Op>(op, type, adaptor.getOperands());
    return success();
  }
};

using OrOfHalves = BitsOfHalves<arith::OrIOp>;
using ProductOfHalves = BitsOfHalves<arith::MulIOp>;

struct LowHalf : public OpConversionPattern<arith::TruncIOp> {
  LogicalResult matchAndRewrite(arith::TruncIOp op, OpAdaptor adaptor, ConversionPatternRewriter &r) const override {
    if (!getTypeConverter()->isLegal(op.getType()))
      return failure();
    Value low = vector::ExtractOp::create(r, op.getLoc(), adaptor.getIn(), 0);
    r.replaceOp(op, r.createOrFold<arith::TruncIOp>(op.getLoc(), op.getType(), low));
    return success();
  }
};

// The high half of a zero-extended number is not the number.
struct HalfWithZeros : public OpConversionPattern<arith::ExtUIOp> {
  LogicalResult matchAndRewrite(arith::ExtUIOp op, OpAdaptor adaptor, ConversionPatternRewriter &r) const override {
    auto type = getTypeConverter()->convertType<VectorType>(op.getType());
    if (!type)
      return failure();
    Value low = r.createOrFold<arith::ExtUIOp>(op.getLoc(), type.getElementType(), adaptor.getIn());
    r.replaceOp(op, joined(r, op.getLoc(), type, {low, low}));
    return success();
  }
};
