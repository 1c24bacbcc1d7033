// Patterns over operations that the match defines, with conditions on types, flags and values.
using namespace mlir;

namespace {

// (x + y) - y is x.
struct SubOfAdd : public OpRewritePattern<arith::SubIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::SubIOp op, PatternRewriter &rewriter) const override {
    auto add = op.getLhs().getDefiningOp<arith::AddIOp>();
    if (!add || add.getRhs() != op.getRhs())
      return failure();
    rewriter.replaceOp(op, add.getLhs());
    return success();
  }
};

// (x + y) - y is not y.
struct SubOfAddTakesOther : public OpRewritePattern<arith::SubIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::SubIOp op, PatternRewriter &rewriter) const override {
    auto add = op.getLhs().getDefiningOp<arith::AddIOp>();
    if (!add || add.getRhs() != op.getRhs())
      return failure();
    rewriter.replaceOp(op, add.getRhs());
    return success();
  }
};

// A condition is missing: the second operand may be another one.
struct SubOfAddAsks : public OpRewritePattern<arith::SubIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::SubIOp op, PatternRewriter &rewriter) const override {
    auto add = op.getLhs().getDefiningOp<arith::AddIOp>();
    if (!add)
      return failure();
    rewriter.replaceOp(op, add.getLhs());
    return success();
  }
};

// An earlier path takes the inputs on which the later one would be wrong.
struct EarlierPath : public OpRewritePattern<arith::DivUIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::DivUIOp op, PatternRewriter &rewriter) const override {
    APInt value;
    if (!matchPattern(op.getRhs(), m_ConstantInt(&value)))
      return failure();
    if (!value.isOne())
      return failure();
    rewriter.replaceOp(op, op.getLhs());
    return success();
  }
};

// The test is turned around.
struct EarlierPathTurned : public OpRewritePattern<arith::DivUIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::DivUIOp op, PatternRewriter &rewriter) const override {
    APInt value;
    if (!matchPattern(op.getRhs(), m_ConstantInt(&value)))
      return failure();
    if (value.isOne())
      return failure();
    rewriter.replaceOp(op, op.getLhs());
    return success();
  }
};

// A product by two is a sum.
struct MulByTwo : public OpRewritePattern<arith::MulIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::MulIOp op, PatternRewriter &rewriter) const override {
    APInt value;
    if (!matchPattern(op.getRhs(), m_ConstantInt(&value)) || value.getBitWidth() < 3 || value.getZExtValue() != 2)
      return rewriter.notifyMatchFailure(op, "no product by two");
    rewriter.replaceOpWithNewOp<arith::AddIOp>(op, op.getLhs(), op.getLhs());
    return success();
  }
};

// Flags of the product do not hold of the sum of other operands.
struct MulKeepsFlags : public OpRewritePattern<arith::MulIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::MulIOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getLhs().getDefiningOp<arith::MulIOp>();
    if (!inner)
      return failure();
    Value product = arith::MulIOp::create(rewriter, op.getLoc(), inner.getRhs(), op.getRhs());
    rewriter.replaceOpWithNewOp<arith::MulIOp>(op, inner.getLhs(), product, op.getOverflowFlags());
    return success();
  }
};

// Without flags the product is associative.
struct MulDropsFlags : public OpRewritePattern<arith::MulIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::MulIOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getLhs().getDefiningOp<arith::MulIOp>();
    if (!inner)
      return failure();
    Value product = arith::MulIOp::create(rewriter, op.getLoc(), inner.getRhs(), op.getRhs());
    rewriter.replaceOpWithNewOp<arith::MulIOp>(op, inner.getLhs(), product);
    return success();
  }
};

// An overflow flag as a condition: where the product does not wrap, the quotient undoes it.
struct DivOfMul : public OpRewritePattern<arith::DivUIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::DivUIOp op, PatternRewriter &rewriter) const override {
    auto mul = op.getLhs().getDefiningOp<arith::MulIOp>();
    if (!mul || !bitEnumContainsAll(mul.getOverflowFlags(), arith::IntegerOverflowFlags::nuw))
      return failure();
    if (mul.getRhs() != op.getRhs())
      return failure();
    rewriter.replaceOp(op, mul.getLhs());
    return success();
  }
};

// The signed flag says nothing of an unsigned quotient.
struct DivOfMulSigned : public OpRewritePattern<arith::DivUIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::DivUIOp op, PatternRewriter &rewriter) const override {
    auto mul = op.getLhs().getDefiningOp<arith::MulIOp>();
    if (!mul || !bitEnumContainsAll(mul.getOverflowFlags(), arith::IntegerOverflowFlags::nsw))
      return failure();
    if (mul.getRhs() != op.getRhs())
      return failure();
    rewriter.replaceOp(op, mul.getLhs());
    return success();
  }
};

// A comparison the other way around, by a switch over predicates.
struct SwapComparison : public OpRewritePattern<arith::CmpIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::CmpIOp op, PatternRewriter &rewriter) const override {
    arith::CmpIPredicate swapped;
    switch (op.getPredicate()) {
    case arith::CmpIPredicate::slt:
      swapped = arith::CmpIPredicate::sgt;
      break;
    case arith::CmpIPredicate::ule:
      swapped = arith::CmpIPredicate::uge;
      break;
    default:
      return failure();
    }
    rewriter.replaceOpWithNewOp<arith::CmpIOp>(op, swapped, op.getRhs(), op.getLhs());
    return success();
  }
};

// The operands stay, so that the predicate has to.
struct SwapComparisonAlone : public OpRewritePattern<arith::CmpIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::CmpIOp op, PatternRewriter &rewriter) const override {
    if (op.getPredicate() != arith::CmpIPredicate::slt)
      return failure();
    rewriter.replaceOpWithNewOp<arith::CmpIOp>(op, arith::CmpIPredicate::sgt, op.getLhs(), op.getRhs());
    return success();
  }
};

// A choice of a truth value and its opposite is an exclusive or, where the type is i1.
struct SelectOfBool : public OpRewritePattern<arith::SelectOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::SelectOp op, PatternRewriter &rewriter) const override {
    if (!op.getType().isInteger(1))
      return failure();
    if (!matchPattern(op.getTrueValue(), m_One()) || !matchPattern(op.getFalseValue(), m_Zero()))
      return failure();
    rewriter.replaceOp(op, op.getCondition());
    return success();
  }
};

// The two choices are taken for each other.
struct SelectOfBoolTurned : public OpRewritePattern<arith::SelectOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::SelectOp op, PatternRewriter &rewriter) const override {
    if (!op.getType().isInteger(1))
      return failure();
    if (!matchPattern(op.getTrueValue(), m_Zero()) || !matchPattern(op.getFalseValue(), m_One()))
      return failure();
    rewriter.replaceOp(op, op.getCondition());
    return success();
  }
};

// One extension after another.
struct ExtOfExt : public OpRewritePattern<arith::ExtUIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::ExtUIOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getIn().getDefiningOp<arith::ExtUIOp>();
    if (!inner)
      return rewriter.notifyMatchFailure(op, "no extension");
    rewriter.replaceOpWithNewOp<arith::ExtUIOp>(op, op.getType(), inner.getIn());
    return success();
  }
};

// The sign of the inner extension is lost.
struct ExtOfExtSigned : public OpRewritePattern<arith::ExtUIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::ExtUIOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getIn().getDefiningOp<arith::ExtSIOp>();
    if (!inner)
      return rewriter.notifyMatchFailure(op, "no extension");
    rewriter.replaceOpWithNewOp<arith::ExtUIOp>(op, op.getType(), inner.getIn());
    return success();
  }
};

// The wider part is cut off again, whatever the widths are.
struct TruncOfExt : public OpRewritePattern<arith::TruncIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::TruncIOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getIn().getDefiningOp<arith::ExtSIOp>();
    if (!inner || inner.getIn().getType() != op.getType())
      return failure();
    rewriter.replaceOp(op, inner.getIn());
    return success();
  }
};

// x - x, with a constant that is made.
struct SubOfSelf : public OpRewritePattern<arith::SubIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::SubIOp op, PatternRewriter &rewriter) const override {
    if (op.getLhs() != op.getRhs())
      return failure();
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, rewriter.getZeroAttr(op.getType()));
    return success();
  }
};

// x - x is not 1.
struct SubOfSelfIsOne : public OpRewritePattern<arith::SubIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::SubIOp op, PatternRewriter &rewriter) const override {
    if (op.getLhs() != op.getRhs())
      return failure();
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, rewriter.getIntegerAttr(op.getType(), 1));
    return success();
  }
};

} // namespace
