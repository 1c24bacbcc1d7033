// what: The slice of a mask is made by a subtraction from its bound, which wraps: a bound near the least index becomes one that lets all lanes through.
// expected: vector.create_mask: "If operand-value is negative, it is treated as if it were zero".
// pass: --canonicalize
// pattern: StridedSliceCreateMaskFolder (mlir/lib/Dialect/Vector/IR/VectorOps.cpp)
// cause: The comment in the pattern says that no clamping is needed since create_mask clamps; but the subtraction comes first, and wraps.
// rule: V301
// input: @f(-9223372036854775808, -9223372036854775808)
// before: ([[false, false], [false, false]])
// after: ([[true, true], [true, true]])
func.func @f(%a: index, %b: index) -> vector<2x2xi1> {
  %0 = vector.create_mask %a, %b : vector<4x3xi1>
  %1 = vector.extract_strided_slice %0 {offsets = [2, 1], sizes = [2, 2], strides = [1, 1]} : vector<4x3xi1> to vector<2x2xi1>
  return %1 : vector<2x2xi1>
}
