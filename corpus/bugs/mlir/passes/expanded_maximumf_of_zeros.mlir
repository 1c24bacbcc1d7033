// what: arith-expand compares the operands of maximumf, which does not tell zeros apart: maximumf(0.0, -0.0) becomes -0.0.
// expected: arith.maximumf: "Returns the maximum of the two arguments, treating -0.0 as less than +0.0."
// pass: --arith-expand
// pattern: MaximumMinimumFOpConverter (mlir/lib/Dialect/Arith/Transforms/ExpandOps.cpp)
// cause: The pattern selects by `arith.cmpf ugt`, for which zeros of both signs are equal.
// rule: V301
// input: @f(true)
// before: (0.0)
// after: (-0.0)
func.func @f(%p: i1) -> f32 {
  %z = arith.constant 0.0 : f32
  %n = arith.constant -0.0 : f32
  %a = arith.select %p, %z, %n : f32
  %b = arith.select %p, %n, %z : f32
  %r = arith.maximumf %a, %b : f32
  return %r : f32
}
