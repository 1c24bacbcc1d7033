// A small compiler with a dialect of its own. With -DMISTAKES twelve of its operations have a wrong
// rewrite each, without it the right one.
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

#include "LaneDialect.h.inc"
#include "LaneEnums.h.inc"
#define GET_OP_CLASSES
#include "Lane.h.inc"

#include "LaneDialect.cpp.inc"
#include "LaneEnums.cpp.inc"
#define GET_OP_CLASSES
#include "Lane.cpp.inc"

#ifdef MISTAKES
constexpr bool wrong = true;
#else
constexpr bool wrong = false;
#endif

void lane::LaneDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "Lane.cpp.inc"
      >();
}

Operation *lane::LaneDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

static std::optional<APInt> number(Attribute attribute) {
  if (auto integer = dyn_cast_or_null<IntegerAttr>(attribute))
    return integer.getValue();
  return std::nullopt;
}

OpFoldResult lane::AvgOp::fold(FoldAdaptor adaptor) {
  if (getLhs() == getRhs())
    return getLhs();
  // The average of x and 0 is half of x.
  if (wrong && matchPattern(adaptor.getRhs(), m_Zero()))
    return getLhs();
  return {};
}

OpFoldResult lane::SatAddOp::fold(FoldAdaptor adaptor) {
  if (matchPattern(adaptor.getRhs(), m_Zero()))
    return getLhs();
  // The largest number stays.
  if (auto rhs = number(adaptor.getRhs()); rhs && rhs->isAllOnes())
    return wrong ? OpFoldResult(getLhs()) : OpFoldResult(adaptor.getRhs());
  return {};
}

OpFoldResult lane::SatSubOp::fold(FoldAdaptor adaptor) {
  if (matchPattern(adaptor.getRhs(), m_Zero()))
    return getLhs();
  // Nothing is below 0.
  if (matchPattern(adaptor.getLhs(), m_Zero()))
    return wrong ? OpFoldResult(getRhs()) : OpFoldResult(getLhs());
  return {};
}

OpFoldResult lane::AbsDiffOp::fold(FoldAdaptor adaptor) {
  if (matchPattern(adaptor.getRhs(), m_Zero()))
    return getLhs();
  // The distance to the largest number is not the number itself.
  if (wrong)
    if (auto rhs = number(adaptor.getRhs()); rhs && rhs->isAllOnes())
      return getLhs();
  return {};
}

OpFoldResult lane::MulHiOp::fold(FoldAdaptor adaptor) {
  // The upper half of x * 1 is 0.
  if (matchPattern(adaptor.getRhs(), m_One()))
    return wrong ? OpFoldResult(getLhs()) : OpFoldResult(Builder(getContext()).getZeroAttr(getType()));
  return {};
}

OpFoldResult lane::RotlOp::fold(FoldAdaptor adaptor) {
  if (matchPattern(adaptor.getRhs(), m_Zero()))
    return getLhs();
  return {};
}

OpFoldResult lane::ShiftOp::fold(FoldAdaptor adaptor) {
  if (getBits() == 0)
    return getValue();
  auto value = number(adaptor.getValue());
  if (!value || getBits() >= value->getBitWidth())
    return {};
  unsigned bits = getBits();
  APInt made = getDirection() == Direction::left                 ? value->shl(bits)
               : getDirection() == Direction::logical || wrong ? value->lshr(bits)
                                                                 : value->ashr(bits);
  return IntegerAttr::get(getType(), made);
}

OpFoldResult lane::ParityOp::fold(FoldAdaptor adaptor) {
  auto value = number(adaptor.getValue());
  if (!value)
    return {};
  bool odd = wrong ? (*value)[0] : value->popcount() % 2 == 1;
  return BoolAttr::get(getContext(), odd);
}

OpFoldResult lane::MuxOp::fold(FoldAdaptor adaptor) {
  if (getThen() == getOtherwise())
    return getThen();
  if (auto condition = number(adaptor.getCondition()))
    return condition->isOne() != wrong ? getThen() : getOtherwise();
  return {};
}

OpFoldResult lane::WidenOp::fold(FoldAdaptor adaptor) {
  // The upper bits of a narrowed number are gone.
  if (auto inner = getValue().getDefiningOp<NarrowOp>(); inner && wrong)
    return inner.getValue();
  if (auto value = number(adaptor.getValue()))
    return IntegerAttr::get(getType(), value->zext(16));
  return {};
}

OpFoldResult lane::NarrowOp::fold(FoldAdaptor adaptor) {
  if (auto inner = getValue().getDefiningOp<WidenOp>())
    return inner.getValue();
  // The lower half, not the upper one.
  if (auto value = number(adaptor.getValue()))
    return IntegerAttr::get(getType(), wrong ? value->lshr(8).trunc(8) : value->trunc(8));
  return {};
}

namespace {
// clamp(clamp(x, a, b), c, d) is clamp(x, max(a, c), min(b, d)) where the ranges have a number in common and all bounds fit.
struct MergeClamps : OpRewritePattern<lane::ClampOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(lane::ClampOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getValue().getDefiningOp<lane::ClampOp>();
    auto type = dyn_cast<IntegerType>(op.getType());
    if (!inner || !type)
      return failure();
    int64_t a = inner.getLo(), b = inner.getHi(), c = op.getLo(), d = op.getHi();
    auto fits = [&](int64_t bound) { return llvm::isIntN(type.getWidth(), bound); };
    int64_t lo = std::max(a, c), hi = std::min(b, d);
    if (!wrong && (lo > hi || a > b || c > d || !fits(a) || !fits(b) || !fits(c) || !fits(d)))
      return failure();
    rewriter.replaceOpWithNewOp<lane::ClampOp>(op, type, inner.getValue(), rewriter.getI64IntegerAttr(lo), rewriter.getI64IntegerAttr(hi));
    return success();
  }
};

// rotl(rotl(x, a), b) is rotl(x, a + b) where the width is a power of two.
struct MergeRotations : OpRewritePattern<lane::RotlOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(lane::RotlOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getLhs().getDefiningOp<lane::RotlOp>();
    if (!inner || !op.getType().isInteger(8))
      return failure();
    Value both = wrong ? arith::OrIOp::create(rewriter, op.getLoc(), inner.getRhs(), op.getRhs()).getResult()
                       : arith::AddIOp::create(rewriter, op.getLoc(), inner.getRhs(), op.getRhs()).getResult();
    rewriter.replaceOpWithNewOp<lane::RotlOp>(op, op.getType(), inner.getLhs(), both);
    return success();
  }
};

// What is repeated may go where nobody looks at the result and the body has no effect.
struct EraseUnused : OpRewritePattern<lane::RepeatOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(lane::RepeatOp op, PatternRewriter &rewriter) const override {
    if (!op->use_empty() || !isMemoryEffectFree(op))
      return failure();
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void lane::ClampOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) { patterns.add<MergeClamps>(context); }
void lane::RotlOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) { patterns.add<MergeRotations>(context); }
void lane::RepeatOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) { patterns.add<EraseUnused>(context); }

int main(int argc, char **argv) {
  DialectRegistry registry;
  registry.insert<lane::LaneDialect, arith::ArithDialect, func::FuncDialect, memref::MemRefDialect>();
  registerTransformsPasses();
  return asMainReturnCode(MlirOptMain(argc, argv, "lane optimizer\n", registry));
}
