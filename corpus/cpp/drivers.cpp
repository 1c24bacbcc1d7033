// What drivers ask of patterns, and what is not read.
using namespace mlir;

// Makes a constant and then fails.
struct ChangesThenFails : public OpRewritePattern<arith::AddIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::AddIOp op, PatternRewriter &rewriter) const override {
    Value zero = arith::ConstantOp::create(rewriter, op.getLoc(), rewriter.getZeroAttr(op.getType()));
    if (op.getLhs() != op.getRhs())
      return failure();
    rewriter.replaceOpWithNewOp<arith::AddIOp>(op, op.getLhs(), zero);
    return success();
  }
};

// Makes an operation that nothing uses.
struct NeverUsed : public OpRewritePattern<arith::AndIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::AndIOp op, PatternRewriter &rewriter) const override {
    if (op.getLhs() != op.getRhs())
      return failure();
    arith::OrIOp::create(rewriter, op.getLoc(), op.getLhs(), op.getRhs());
    rewriter.replaceOp(op, op.getLhs());
    return success();
  }
};

// Changes an operation behind the rewriter.
struct BehindTheRewriter : public OpRewritePattern<arith::OrIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::OrIOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getRhs().getDefiningOp<arith::OrIOp>();
    if (!inner || inner.getLhs() != op.getLhs())
      return failure();
    op->setOperand(1, inner.getRhs());
    return success();
  }
};

// A question that no line of the table knows stops its path; the other one is judged.
struct AsksElsewhere : public OpRewritePattern<arith::OrIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::OrIOp op, PatternRewriter &rewriter) const override {
    if (op.getLhs() == op.getRhs()) {
      rewriter.replaceOp(op, op.getLhs());
      return success();
    }
    if (elsewhere::isProfitable(op)) {
      rewriter.replaceOp(op, op.getRhs());
      return success();
    }
    return failure();
  }
};

// A conversion has operands of other types.
struct Converts : public OpConversionPattern<arith::OrIOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(arith::OrIOp op, OpAdaptor adaptor, ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<arith::AndIOp>(op, adaptor.getLhs(), adaptor.getRhs());
    return success();
  }
};

// That a value has one use is left out of the pattern, and a proof does not need it.
struct OneUse : public OpRewritePattern<arith::SubIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::SubIOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getRhs().getDefiningOp<arith::SubIOp>();
    if (!inner || !inner->hasOneUse() || inner.getLhs() != op.getLhs())
      return failure();
    rewriter.replaceOp(op, inner.getRhs());
    return success();
  }
};

// A refutation without that condition says nothing of the body.
struct OneUseRefuted : public OpRewritePattern<arith::SubIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::SubIOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getRhs().getDefiningOp<arith::SubIOp>();
    if (!inner || !inner->hasOneUse() || inner.getLhs() != op.getLhs())
      return failure();
    rewriter.replaceOp(op, inner.getLhs());
    return success();
  }
};
