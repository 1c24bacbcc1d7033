// what: test-math-algebraic-simplification replaces powf by 0.5 with sqrt, which is a NaN for minus infinity.
// expected: math.powf is "floating point raised to the power of": IEEE 754-2019 section 9.2.1 says pow(-inf, y) is +inf for y > 0 that is no odd integer; math.sqrt of minus infinity is a NaN.
// pass: --test-math-algebraic-simplification
// pattern: PowFStrengthReduction (mlir/lib/Dialect/Math/Transforms/AlgebraicSimplification.cpp)
// cause: An exponent of 0.5 becomes `math.sqrt` without a fast-math flag that allows it.
// rule: V301
// input: @f(0xFF800000)
// before: (inf)
// after: (nan (0x7FC00000))
func.func @f(%x: f32) -> f32 {
  %h = arith.constant 5.000000e-01 : f32
  %r = math.powf %x, %h : f32
  return %r : f32
}
