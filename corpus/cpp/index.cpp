// Folders of the dialect `index`, whose constants have 64 bits on every target: of 32 bits the low half counts.
using namespace mlir;
using namespace mlir::index;

static OpFoldResult foldChecked(ArrayRef<Attribute> operands,
                                function_ref<std::optional<APInt>(const APInt &, const APInt &)> calculate) {
  auto lhs = dyn_cast_if_present<IntegerAttr>(operands[0]);
  auto rhs = dyn_cast_if_present<IntegerAttr>(operands[1]);
  if (!lhs || !rhs)
    return {};
  std::optional<APInt> result64 = calculate(lhs.getValue(), rhs.getValue());
  std::optional<APInt> result32 = calculate(lhs.getValue().trunc(32), rhs.getValue().trunc(32));
  if (!result64 || !result32 || result64->trunc(32) != *result32)
    return {};
  return IntegerAttr::get(IndexType::get(lhs.getContext()), *result64);
}

// A sum needs no check: its low half is the sum of the low halves.
OpFoldResult AddOp::fold(FoldAdaptor adaptor) {
  auto lhs = dyn_cast_if_present<IntegerAttr>(adaptor.getLhs());
  auto rhs = dyn_cast_if_present<IntegerAttr>(adaptor.getRhs());
  if (!lhs || !rhs)
    return {};
  return IntegerAttr::get(lhs.getType(), lhs.getValue() + rhs.getValue());
}

OpFoldResult MaxSOp::fold(FoldAdaptor adaptor) {
  return foldChecked(adaptor.getOperands(), [](const APInt &a, const APInt &b) { return a.sgt(b) ? a : b; });
}

// The smaller one of 64 bits need not have the smaller low half.
OpFoldResult MinUOp::fold(FoldAdaptor adaptor) {
  auto lhs = dyn_cast_if_present<IntegerAttr>(adaptor.getLhs());
  auto rhs = dyn_cast_if_present<IntegerAttr>(adaptor.getRhs());
  if (!lhs || !rhs)
    return {};
  return lhs.getValue().ult(rhs.getValue()) ? lhs : rhs;
}

// Subtracted in the wrong order.
OpFoldResult SubOp::fold(FoldAdaptor adaptor) {
  return foldChecked(adaptor.getOperands(), [](const APInt &a, const APInt &b) { return b - a; });
}
