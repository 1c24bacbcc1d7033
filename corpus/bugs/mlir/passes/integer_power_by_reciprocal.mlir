// what: test-math-algebraic-simplification computes a negative power as one divided by a product that may wrap to zero.
// expected: arith.divsi: "Divison by zero, or signed division overflow (minimum value divided by -1) is undefined behavior"; math.ipowi of a number other than zero has no such case.
// pass: --test-math-algebraic-simplification
// pattern: PowIStrengthReduction<math::IPowIOp, arith::DivSIOp, arith::MulIOp> (mlir/lib/Dialect/Math/Transforms/AlgebraicSimplification.cpp)
// cause: A negative power becomes `arith.divsi 1, x*x*...`; the product of a number other than zero may be zero, so that the pattern is right for floats only.
// rule: V302
// input: @f(-2147483648)
// before: (0)
// after: undefined behaviour at `arith.divsi` (division by zero)
func.func @f(%x: i32) -> i32 {
  %k = arith.constant -2 : i32
  %r = math.ipowi %x, %k : i32
  return %r : i32
}
