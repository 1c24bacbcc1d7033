// what: math-expand-ops makes constants of unranked type when it expands math.roundeven of an unranked tensor.
// expected: math.roundeven "takes one operand of floating point type (i.e., scalar, tensor or vector) and produces one result of the same type", and the verifier accepts tensors without a rank; constants of tensors need a static shape. A pass that cannot expand an operation leaves it as it is.
// pass: --math-expand-ops
// pattern: convertRoundEvenOp (mlir/lib/Dialect/Math/Transforms/ExpandOps.cpp)
// cause: createIntConst and createFloatConst make a DenseElementsAttr of any shaped type; what is printed cannot be read again.
// rule: X703
// after: leaves an ill-formed program: elements literal type must have static shape
func.func @f(%x: tensor<*xf32>) -> tensor<*xf32> {
  %r = math.roundeven %x : tensor<*xf32>
  return %r : tensor<*xf32>
}
