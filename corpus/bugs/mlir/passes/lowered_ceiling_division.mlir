// what: lower-affine computes a ceiling division by negating the dividend, which wraps for the least index.
// expected: Affine: "`ceildiv` is the ceiling function which maps the result of the division of its first argument by its second argument to the smallest integer greater than or equal to that result."
// pass: --lower-affine
// pattern: AffineApplyLowering, visitCeilDivExpr (mlir/lib/Dialect/Affine/Utils/Utils.cpp)
// cause: A dividend that is not positive is subtracted from zero; the result for the least index has the wrong sign.
// rule: V301
// input: @f(-9223372036854775808)
// before: (-219604096115589900)
// after: (219604096115589900)
func.func @f(%a: index) -> index {
  %r = affine.apply affine_map<(d0) -> (d0 ceildiv 42)>(%a)
  return %r : index
}
