// what: test-math-algebraic-simplification replaces a power of a tensor by a scalar.
// expected: The value that replaces a result has its type. math.fpowi "takes a `base` operand of floating point type (i.e. scalar, tensor or vector)" and "returns one result of the same type as `base`".
// pass: --test-math-algebraic-simplification
// pattern: PowIStrengthReduction<math::FPowIOp, arith::DivFOp, arith::MulFOp> (mlir/lib/Dialect/Math/Transforms/AlgebraicSimplification.cpp)
// cause: The exponent of a tensor is matched as a splat, but only vectors get a broadcast of the scalar one that replaces the power of zero, and that negative powers divide.
// rule: X703
// after: leaves an ill-formed program: type of return operand 0 ('f32') doesn't match function result type ('tensor<4xf32>') in function @f
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %n = arith.constant dense<0> : tensor<4xi32>
  %r = math.fpowi %x, %n : tensor<4xf32>, tensor<4xi32>
  return %r : tensor<4xf32>
}
