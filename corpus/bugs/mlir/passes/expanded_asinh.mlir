// what: math-expand-ops computes asinh by log(x + sqrt(x*x + 1)), which is a NaN for minus infinity.
// expected: math.asinh "computes the hyperbolic arcus sine of a given value": IEEE 754-2019 section 9.2.1 says asinh(-inf) is -inf.
// pass: --math-expand-ops
// pattern: convertAsinhOp (mlir/lib/Dialect/Math/Transforms/ExpandOps.cpp)
// cause: The function computes log(x + sqrt(x*x + 1)) for every x, which adds infinities of both signs for minus infinity (and cancels for large negative x); asinh is odd, so computing it on |x| and copying the sign is enough.
// rule: V301
// input: @f(0xFF800000)
// before: (-inf)
// after: (nan (0x7FC00000))
func.func @f(%x: f32) -> f32 {
  %r = math.asinh %x : f32
  return %r : f32
}
