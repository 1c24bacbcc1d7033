// Folders that call functions of libm. Text for the reader, never compiled.

using namespace mlir;

OpFoldResult math::CosOp::fold(FoldAdaptor adaptor) {
  return constFoldUnaryOpConditional<FloatAttr>(adaptor.getOperands(), [](const APFloat &a) -> std::optional<APFloat> {
    switch (a.getSizeInBits(a.getSemantics())) {
    case 64:
      return APFloat(cos(a.convertToDouble()));
    case 32:
      return APFloat(cosf(a.convertToFloat()));
    default:
      return {};
    }
  });
}

OpFoldResult math::ExpOp::fold(FoldAdaptor adaptor) {
  return constFoldUnaryOpConditional<FloatAttr>(adaptor.getOperands(), [](const APFloat &a) -> std::optional<APFloat> {
    if (a.getSizeInBits(a.getSemantics()) == 32)
      return APFloat(expm1f(a.convertToFloat()));
    return {};
  });
}

OpFoldResult math::RsqrtOp::fold(FoldAdaptor adaptor) {
  return constFoldUnaryOpConditional<FloatAttr>(adaptor.getOperands(), [](const APFloat &a) -> std::optional<APFloat> {
    if (a.getSizeInBits(a.getSemantics()) == 32)
      return APFloat(sqrtf(a.convertToFloat())) * APFloat(a.convertToFloat());
    return {};
  });
}

OpFoldResult math::PowFOp::fold(FoldAdaptor adaptor) {
  return constFoldBinaryOpConditional<FloatAttr>(
      adaptor.getOperands(), [](const APFloat &a, const APFloat &b) -> std::optional<APFloat> {
        if (a.getSizeInBits(a.getSemantics()) == 64)
          return APFloat(pow(a.convertToDouble(), b.convertToDouble()));
        return {};
      });
}

// A number of 32 bits that is taken for one of 64.
OpFoldResult math::SinOp::fold(FoldAdaptor adaptor) {
  return constFoldUnaryOpConditional<FloatAttr>(adaptor.getOperands(), [](const APFloat &a) -> std::optional<APFloat> {
    return APFloat(sin(a.convertToDouble()));
  });
}
