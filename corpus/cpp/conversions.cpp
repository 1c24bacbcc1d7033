// Conversions: the operands come through the adaptor, the types through the converter. Text for the reader, never compiled.

using namespace mlir;

struct SubToLlvm : public ConvertOpToLLVMPattern<arith::SubIOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(arith::SubIOp op, OpAdaptor adaptor, ConversionPatternRewriter &rewriter) const override {
    Type type = getTypeConverter()->convertType(op.getType());
    if (!type)
      return failure();
    rewriter.replaceOpWithNewOp<LLVM::SubOp>(op, type, adaptor.getLhs(), adaptor.getRhs());
    return success();
  }
};

struct SubToLlvmTurned : public ConvertOpToLLVMPattern<arith::SubIOp> {
  LogicalResult matchAndRewrite(arith::SubIOp op, OpAdaptor adaptor, ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::SubOp>(op, adaptor.getRhs(), adaptor.getLhs());
    return success();
  }
};

template <typename From, typename To>
struct BinaryToLlvm : public ConvertOpToLLVMPattern<From> {
  LogicalResult matchAndRewrite(From op, typename From::Adaptor adaptor, ConversionPatternRewriter &rewriter) const override {
    Type type = this->typeConverter->convertType(op.getType());
    if (isa<LLVM::LLVMArrayType>(type))
      return rewriter.notifyMatchFailure(op, "lists of vectors are for another pattern");
    rewriter.replaceOpWithNewOp<To>(op, type, adaptor.getOperands());
    return success();
  }
};

using Quotient = BinaryToLlvm<arith::DivSIOp, LLVM::SDivOp>;
using QuotientUnsigned = BinaryToLlvm<arith::DivSIOp, LLVM::UDivOp>;
using Sum = BinaryToLlvm<arith::AddFOp, LLVM::FAddOp>;
using Difference = BinaryToLlvm<arith::AddFOp, LLVM::FSubOp>;

// Nothing is known of this converter: what is wrong where it keeps types may be right where it does not.
struct MulToSum : public OpConversionPattern<arith::MulIOp> {
  LogicalResult matchAndRewrite(arith::MulIOp op, OpAdaptor adaptor, ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<arith::AddIOp>(op, adaptor.getLhs(), adaptor.getRhs());
    return success();
  }
};

struct AbsToSelect : public OpConversionPattern<math::AbsIOp> {
  LogicalResult matchAndRewrite(math::AbsIOp op, OpAdaptor adaptor, ConversionPatternRewriter &rewriter) const override {
    Value x = adaptor.getOperand();
    Value zero = arith::ConstantOp::create(rewriter, op.getLoc(), rewriter.getZeroAttr(x.getType()));
    Value negated = arith::SubIOp::create(rewriter, op.getLoc(), zero, x);
    rewriter.replaceOpWithNewOp<arith::MaxSIOp>(op, x, negated);
    return success();
  }
};

// `index` becomes an integer of the target's width.
struct IndexToLlvm : public ConvertOpToLLVMPattern<index::AddOp> {
  LogicalResult matchAndRewrite(index::AddOp op, OpAdaptor adaptor, ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::AddOp>(op, adaptor.getLhs(), adaptor.getRhs());
    return success();
  }
};
