// Forms of C++: helpers, templates, bases, lambdas, loops, members, aliases.
namespace mlir {
namespace arith {

static bool isZeroOrOne(const APInt &value) {
  return value.isZero() || value.isOne();
}

static Value otherOperand(Value first, Value second, Value known) {
  if (first == known)
    return second;
  if (second == known)
    return first;
  return {};
}

static std::optional<unsigned> bitsOf(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return integer.getWidth();
  return std::nullopt;
}

// A helper that gives null where it fails: x ^ y ^ x is y.
struct XorOfXor : public OpRewritePattern<XOrIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(XOrIOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getLhs().getDefiningOp<XOrIOp>();
    if (!inner)
      return failure();
    Value other = otherOperand(inner.getLhs(), inner.getRhs(), op.getRhs());
    if (!other)
      return failure();
    rewriter.replaceOp(op, other);
    return success();
  }
};

// The helper gives the operand that is not asked for: x + y + x is not y.
struct AddOfAdd : public OpRewritePattern<AddIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AddIOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getLhs().getDefiningOp<AddIOp>();
    if (!inner)
      return failure();
    Value other = otherOperand(inner.getLhs(), inner.getRhs(), op.getRhs());
    if (!other)
      return failure();
    rewriter.replaceOp(op, other);
    return success();
  }
};

// A condition in a helper: a product by 0 or 1 is the other operand and the factor, bit by bit, in one bit alone.
struct MulIsAnd : public OpRewritePattern<MulIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(MulIOp op, PatternRewriter &rewriter) const override {
    std::optional<unsigned> bits = bitsOf(op.getType());
    if (!bits || bits.value() != 1)
      return failure();
    rewriter.replaceOpWithNewOp<AndIOp>(op, op.getLhs(), op.getRhs());
    return success();
  }
};

// In more bits it is another number.
struct MulIsAndInAnyWidth : public OpRewritePattern<MulIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(MulIOp op, PatternRewriter &rewriter) const override {
    APInt value;
    if (!matchPattern(op.getRhs(), m_ConstantInt(&value)) || !isZeroOrOne(value))
      return failure();
    rewriter.replaceOpWithNewOp<AndIOp>(op, op.getLhs(), op.getRhs());
    return success();
  }
};

// A template, once for each list of arguments: op(x, x) is x.
template <typename OpTy>
struct Idempotent : public OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    if (op.getLhs() != op.getRhs())
      return failure();
    rewriter.replaceOp(op, op.getLhs());
    return success();
  }
};

// A base class that does the work, and a number as an argument of a template.
template <typename OpTy, int64_t Neutral>
struct NeutralBase : public OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  bool isNeutral(const APInt &value) const { return value == Neutral; }
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    APInt value;
    if (!matchPattern(op.getRhs(), m_ConstantInt(&value)) || !isNeutral(value))
      return failure();
    rewriter.replaceOp(op, op.getLhs());
    return success();
  }
};

struct NeutralOfSum : public NeutralBase<AddIOp, 0> {};
struct NeutralOfProduct : public NeutralBase<MulIOp, 1> {};
struct NeutralOfQuotient : public NeutralBase<DivSIOp, 0> {};

// A loop over both orders of the operands.
struct AbsorbLoop : public OpRewritePattern<OrIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(OrIOp op, PatternRewriter &rewriter) const override {
    for (bool swapped : {false, true}) {
      Value one = swapped ? op.getRhs() : op.getLhs();
      Value other = swapped ? op.getLhs() : op.getRhs();
      auto both = other.getDefiningOp<AndIOp>();
      if (!both)
        continue;
      if (both.getLhs() != one && both.getRhs() != one)
        continue;
      rewriter.replaceOp(op, one);
      return success();
    }
    return failure();
  }
};

// The loop takes the operand that does not absorb.
struct AbsorbLoopTurned : public OpRewritePattern<OrIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(OrIOp op, PatternRewriter &rewriter) const override {
    for (unsigned i = 0; i < 2; ++i) {
      Value one = op->getOperand(i);
      Value other = op->getOperand(1 - i);
      auto both = other.getDefiningOp<AndIOp>();
      if (!both || both.getLhs() != one)
        continue;
      rewriter.replaceOp(op, other);
      return success();
    }
    return failure();
  }
};

// A lambda, and matchers in each other: x & ~x is 0.
struct AndOfNot : public OpRewritePattern<AndIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AndIOp op, PatternRewriter &rewriter) const override {
    auto isNot = [&](Value value, Value inner) {
      APInt ones;
      return matchPattern(value, m_Op<XOrIOp>(matchers::m_Val(inner), m_ConstantInt(&ones))) && ones.isAllOnes();
    };
    if (!isNot(op.getLhs(), op.getRhs()) && !isNot(op.getRhs(), op.getLhs()))
      return failure();
    rewriter.replaceOpWithNewOp<ConstantOp>(op, rewriter.getZeroAttr(op.getType()));
    return success();
  }
};

// An attribute that is computed: two shifts by constants, where their sum is below the width.
struct ShlOfShl : public OpRewritePattern<ShLIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ShLIOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getLhs().getDefiningOp<ShLIOp>();
    APInt outerBy, innerBy;
    if (!inner || !matchPattern(op.getRhs(), m_ConstantInt(&outerBy)) ||
        !matchPattern(inner.getRhs(), m_ConstantInt(&innerBy)))
      return failure();
    bool overflow = false;
    APInt sum = outerBy.uadd_ov(innerBy, overflow);
    if (overflow || sum.uge(sum.getBitWidth()))
      return failure();
    Value by = ConstantOp::create(rewriter, op.getLoc(), rewriter.getIntegerAttr(op.getType(), sum));
    rewriter.replaceOpWithNewOp<ShLIOp>(op, inner.getLhs(), by);
    return success();
  }
};

// The sum may wrap around.
struct ShlOfShlWraps : public OpRewritePattern<ShLIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ShLIOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getLhs().getDefiningOp<ShLIOp>();
    APInt outerBy, innerBy;
    if (!inner || !matchPattern(op.getRhs(), m_ConstantInt(&outerBy)) ||
        !matchPattern(inner.getRhs(), m_ConstantInt(&innerBy)))
      return failure();
    Value by = ConstantOp::create(rewriter, op.getLoc(), rewriter.getIntegerAttr(op.getType(), outerBy + innerBy));
    rewriter.replaceOpWithNewOp<ShLIOp>(op, inner.getLhs(), by);
    return success();
  }
};

// Changed in place: the operands of a commutative operation change their places.
struct SwapInPlace : public OpRewritePattern<AddIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AddIOp op, PatternRewriter &rewriter) const override {
    APInt value;
    if (!matchPattern(op.getLhs(), m_ConstantInt(&value)))
      return failure();
    Value lhs = op.getLhs(), rhs = op.getRhs();
    rewriter.modifyOpInPlace(op, [&] {
      op->setOperand(0, rhs);
      op->setOperand(1, lhs);
    });
    return success();
  }
};

// A difference is none.
struct SwapDifference : public OpRewritePattern<SubIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(SubIOp op, PatternRewriter &rewriter) const override {
    APInt value;
    if (!matchPattern(op.getLhs(), m_ConstantInt(&value)))
      return failure();
    Value lhs = op.getLhs(), rhs = op.getRhs();
    rewriter.modifyOpInPlace(op, [&] {
      op->setOperand(0, rhs);
      op->setOperand(1, lhs);
    });
    return success();
  }
};

void populate(RewritePatternSet &patterns) {
  patterns.add<Idempotent<AndIOp>, Idempotent<MaxUIOp>, Idempotent<XOrIOp>>(patterns.getContext());
}

} // namespace arith
} // namespace mlir
