// what: math-expand-ops computes powf by exp and log without the special cases of pow: a NaN for a number.
// expected: math.powf is "floating point raised to the power of": IEEE 754-2019 section 9.2.1 says pow(x, +-0) is 1 for any x, and pow(+1, y) is 1 for any y.
// pass: --math-expand-ops
// pattern: convertPowfOp (mlir/lib/Dialect/Math/Transforms/ExpandOps.cpp)
// cause: The function computes exp(y * log(x)) for every x and a y that is no constant: 0 * -inf is a NaN, and the logarithm of a negative number is one.
// rule: V301
// input: @f(0x00000000, 0x00000000)
// before: (1.0)
// after: (nan (0x7FC00000))
func.func @f(%x: f32, %y: f32) -> f32 {
  %r = math.powf %x, %y : f32
  return %r : f32
}
