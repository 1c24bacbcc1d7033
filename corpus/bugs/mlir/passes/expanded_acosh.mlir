// what: math-expand-ops computes acosh by the square of its operand, which overflows for large ones.
// expected: math.acosh computes the hyperbolic arcus cosine of a given value; that of the largest float is about 89.4, and the square of an operand overflows.
// pass: --math-expand-ops
// pattern: convertAcoshOp (mlir/lib/Dialect/Math/Transforms/ExpandOps.cpp)
// cause: The function computes log(x + sqrt(x*x - 1)) for every x; for |x| above the square root of the largest number it needs log(x) + log(2).
// rule: V301
// input: @f(0x7F7FFFFF)
// before: (89.415985)
// after: (inf)
func.func @f(%x: f32) -> f32 {
  %r = math.acosh %x : f32
  return %r : f32
}
