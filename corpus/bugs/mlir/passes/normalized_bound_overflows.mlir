// what: affine-loop-normalize subtracts the lower bound from the upper one, which overflows for an upper bound near the least index: a loop without iterations gets some.
// expected: affine.for: "The lower and upper bounds specify a half-open range: the range includes the lower bound but does not include the upper bound."
// pass: --affine-loop-normalize
// pattern: normalizeAffineFor (mlir/lib/Dialect/Affine/Utils/Utils.cpp)
// cause: The upper bound becomes the difference of the bounds, without a check that it fits.
// rule: V302
// input: @f(-9223372036854775808, [14, 20, 81, -2, 53, 15, -87, 5], -55)
// before: (), memory ([14, 20, 81, -2, 53, 15, -87, 5])
// after: undefined behaviour at `affine.for` (control flow depends on poison)
func.func @f(%n: index, %m: memref<8xi8>, %x: i8) {
  affine.for %i = 1 to min affine_map<(d0) -> (d0, 8)>(%n) {
    affine.store %x, %m[%i] : memref<8xi8>
  }
  return
}
