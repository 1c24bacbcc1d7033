// what: test-math-polynomial-approximation joins tensors with scalar constants when it approximates math.exp.
// expected: math.exp "takes one operand of floating point type (i.e., scalar, tensor or vector)". A pattern that cannot rewrite tensors leaves them as they are.
// pass: --test-math-polynomial-approximation
// pattern: ExpApproximation (mlir/lib/Dialect/Math/Transforms/PolynomialApproximation.cpp)
// cause: The pattern asks for the element type of any shaped type, but its helper broadcasts constants to vectors only.
// rule: X703
// after: leaves an ill-formed program: 'arith.cmpf' op requires all operands to have the same type
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = math.exp %x : tensor<4xf32>
  return %r : tensor<4xf32>
}
