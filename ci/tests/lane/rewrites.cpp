// Binaries with one pass of patterns on arithmetic, `lane-rewrite`, that differ in what these do. Without a macro the one of before;
// with -DNEW the one of now, with twelve changes; with -DFAULTS six patterns that do what no driver can live with, and with
// -DTWINS the same six, repaired.
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

#ifdef NEW
constexpr bool fresh = true;
#else
constexpr bool fresh = false;
#endif
#ifdef FAULTS
constexpr bool faulty = true;
#else
constexpr bool faulty = false;
#endif

namespace {
Value number(PatternRewriter &rewriter, Operation *op, int64_t value) {
  Type type = op->getResult(0).getType();
  return arith::ConstantOp::create(rewriter, op->getLoc(), type, rewriter.getIntegerAttr(type, value));
}

bool is(Value value, int64_t number) {
  APInt found;
  return matchPattern(value, m_ConstantInt(&found)) && found.getSExtValue() == number;
}

bool is32(Operation *op) { return op->getResult(0).getType().isInteger(32); }

template <typename Op> struct Of : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
};

// Four mistakes that are new.
struct DifferenceOfSelf : Of<arith::SubIOp> {
  using Of::Of;
  LogicalResult matchAndRewrite(arith::SubIOp op, PatternRewriter &rewriter) const override {
    if (!is32(op) || op.getLhs() != op.getRhs())
      return failure();
    rewriter.replaceOp(op, fresh ? op.getLhs() : number(rewriter, op, 0));
    return success();
  }
};

struct ProductWithTwo : Of<arith::MulIOp> {
  using Of::Of;
  LogicalResult matchAndRewrite(arith::MulIOp op, PatternRewriter &rewriter) const override {
    if (!is32(op) || !is(op.getRhs(), 2))
      return failure();
    rewriter.replaceOpWithNewOp<arith::ShLIOp>(op, op.getLhs(), number(rewriter, op, fresh ? 2 : 1));
    return success();
  }
};

struct QuotientByFour : Of<arith::DivUIOp> {
  using Of::Of;
  LogicalResult matchAndRewrite(arith::DivUIOp op, PatternRewriter &rewriter) const override {
    if (!is32(op) || !is(op.getRhs(), 4))
      return failure();
    rewriter.replaceOpWithNewOp<arith::ShRUIOp>(op, op.getLhs(), number(rewriter, op, fresh ? 4 : 2));
    return success();
  }
};

struct XorOfSelf : Of<arith::XOrIOp> {
  using Of::Of;
  LogicalResult matchAndRewrite(arith::XOrIOp op, PatternRewriter &rewriter) const override {
    if (!is32(op) || op.getLhs() != op.getRhs())
      return failure();
    rewriter.replaceOp(op, number(rewriter, op, fresh ? -1 : 0));
    return success();
  }
};

// Two mistakes that are mended.
struct OrWithZero : Of<arith::OrIOp> {
  using Of::Of;
  LogicalResult matchAndRewrite(arith::OrIOp op, PatternRewriter &rewriter) const override {
    if (!is32(op) || !is(op.getRhs(), 0))
      return failure();
    rewriter.replaceOp(op, fresh ? op.getLhs() : op.getRhs());
    return success();
  }
};

struct LeastWithZero : Of<arith::MinUIOp> {
  using Of::Of;
  LogicalResult matchAndRewrite(arith::MinUIOp op, PatternRewriter &rewriter) const override {
    if (!is32(op) || !is(op.getRhs(), 0))
      return failure();
    rewriter.replaceOp(op, fresh ? op.getRhs() : op.getLhs());
    return success();
  }
};

// Two rewrites that are lost, and two that are new.
template <typename Op, bool now> struct OfSelf : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    if (!is32(op) || op.getLhs() != op.getRhs() || fresh != now)
      return failure();
    rewriter.replaceOp(op, op.getLhs());
    return success();
  }
};
struct GreatestOfSelf : OfSelf<arith::MaxUIOp, false> { using OfSelf::OfSelf; };
struct AndOfSelf : OfSelf<arith::AndIOp, false> { using OfSelf::OfSelf; };
struct SignedGreatestOfSelf : OfSelf<arith::MaxSIOp, true> { using OfSelf::OfSelf; };
struct SignedLeastOfSelf : OfSelf<arith::MinSIOp, true> { using OfSelf::OfSelf; };

// A crash.
struct RemainderByOne : Of<arith::RemUIOp> {
  using Of::Of;
  LogicalResult matchAndRewrite(arith::RemUIOp op, PatternRewriter &rewriter) const override {
    if (!is32(op) || !is(op.getRhs(), 1))
      return failure();
    if (fresh)
      llvm::report_fatal_error("no remainder by one");
    rewriter.replaceOp(op, number(rewriter, op, 0));
    return success();
  }
};

// A loop of two patterns, on numbers of 16 bits.
struct SumOfSelf : Of<arith::AddIOp> {
  using Of::Of;
  LogicalResult matchAndRewrite(arith::AddIOp op, PatternRewriter &rewriter) const override {
    if (!op.getType().isInteger(16) || op.getLhs() != op.getRhs())
      return failure();
    rewriter.replaceOpWithNewOp<arith::ShLIOp>(op, op.getLhs(), number(rewriter, op, 1));
    return success();
  }
};

struct ShiftByOne : Of<arith::ShLIOp> {
  using Of::Of;
  LogicalResult matchAndRewrite(arith::ShLIOp op, PatternRewriter &rewriter) const override {
    if (!op.getType().isInteger(16) || !is(op.getRhs(), 1) || !(fresh || faulty))
      return failure();
    rewriter.replaceOpWithNewOp<arith::AddIOp>(op, op.getLhs(), op.getLhs());
    return success();
  }
};

// Success without a change.
struct ClaimsSuccess : Of<arith::SubIOp> {
  using Of::Of;
  LogicalResult matchAndRewrite(arith::SubIOp op, PatternRewriter &rewriter) const override {
    return success(faulty && is32(op));
  }
};

// An operation that is made, and then a failure.
struct MakesAndFails : Of<arith::MulIOp> {
  using Of::Of;
  LogicalResult matchAndRewrite(arith::MulIOp op, PatternRewriter &rewriter) const override {
    if (!faulty && !is(op.getRhs(), 2))
      return failure();
    Value one = number(rewriter, op, 1);
    if (!is(op.getRhs(), 2))
      return failure();
    rewriter.replaceOpWithNewOp<arith::ShLIOp>(op, op.getLhs(), one);
    return success();
  }
};

// A change in place, and then a failure.
struct MarksAndFails : Of<arith::AndIOp> {
  using Of::Of;
  LogicalResult matchAndRewrite(arith::AndIOp op, PatternRewriter &rewriter) const override {
    if (op->hasAttr("seen"))
      return failure();
    op->setAttr("seen", rewriter.getUnitAttr());
    return success(!faulty);
  }
};

// The first operand of a difference becomes that of another one, whoever asks.
struct SwapsAndFails : Of<arith::XOrIOp> {
  using Of::Of;
  LogicalResult matchAndRewrite(arith::XOrIOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getLhs().getDefiningOp<arith::OrIOp>();
    if (!inner || inner->hasAttr("swapped"))
      return failure();
    Value left = inner.getLhs(), right = inner.getRhs();
    inner->setOperands({right, left});
    inner->setAttr("swapped", rewriter.getUnitAttr());
    return success(!faulty);
  }
};

// A truncation to the type that it starts from, until another pattern repairs it.
struct WidensInPlace : Of<arith::TruncIOp> {
  using Of::Of;
  LogicalResult matchAndRewrite(arith::TruncIOp op, PatternRewriter &rewriter) const override {
    if (op->hasAttr("done") || op->hasAttr("wide"))
      return failure();
    rewriter.modifyOpInPlace(op, [&] {
      op->setAttr(faulty ? "wide" : "done", rewriter.getUnitAttr());
      if (faulty)
        op->getResult(0).setType(op.getIn().getType());
    });
    return success();
  }
};

struct NarrowsInPlace : Of<arith::TruncIOp> {
  using Of::Of;
  LogicalResult matchAndRewrite(arith::TruncIOp op, PatternRewriter &rewriter) const override {
    if (!op->hasAttr("wide"))
      return failure();
    rewriter.modifyOpInPlace(op, [&] {
      op->removeAttr("wide");
      op->setAttr("done", rewriter.getUnitAttr());
      op->getResult(0).setType(rewriter.getI16Type());
    });
    return success();
  }
};

struct Rewrite : PassWrapper<Rewrite, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Rewrite)
  StringRef getArgument() const final { return "lane-rewrite"; }
  StringRef getDescription() const final { return "patterns on arithmetic"; }
  void getDependentDialects(DialectRegistry &registry) const final { registry.insert<arith::ArithDialect>(); }
  void runOnOperation() final {
    RewritePatternSet patterns(&getContext());
#if defined(FAULTS) || defined(TWINS)
    patterns.add<ClaimsSuccess, MakesAndFails, MarksAndFails, SwapsAndFails, SumOfSelf, ShiftByOne, WidensInPlace, NarrowsInPlace>(&getContext());
#else
    patterns.add<DifferenceOfSelf, ProductWithTwo, QuotientByFour, XorOfSelf, OrWithZero, LeastWithZero, GreatestOfSelf, AndOfSelf,
                 SignedGreatestOfSelf, SignedLeastOfSelf, RemainderByOne, SumOfSelf, ShiftByOne>(&getContext());
#endif
    GreedyRewriteConfig config;
    // What folding does is no change of the patterns.
    config.enableFolding(false).enableConstantCSE(false);
    (void)applyPatternsGreedily(getOperation(), std::move(patterns), config);
  }
};
} // namespace

int main(int argc, char **argv) {
  DialectRegistry registry;
  registry.insert<arith::ArithDialect, func::FuncDialect>();
  registerTransformsPasses();
  PassRegistration<Rewrite>();
  return asMainReturnCode(MlirOptMain(argc, argv, "rewrites\n", registry));
}
