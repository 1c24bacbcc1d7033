// what: math-expand-ops makes a NaN out of a power with a special operand.
// expected: math.fpowi: "The result is `base` raised to the power of `power`"; any base to the power of zero is one.
// pass: --math-expand-ops
// pattern: convertFPowIOp (mlir/lib/Dialect/Math/Transforms/ExpandOps.cpp)
// cause: For a power that is no constant the function makes a `math.powf`, which convertPowfOp turns into exp(y * log(x)): 0 * -inf is a NaN.
// rule: V301
// input: @f(0x0000000000000000, 0)
// before: (1.0)
// after: (nan (0x7FF8000000000000))
func.func @f(%x: f64, %n: i32) -> f64 {
  %r = math.fpowi %x, %n : f64, i32
  return %r : f64
}
