// what: rewrite_narrow_types truncates to 4-bit elements in pairs: poison of one element reaches its neighbour.
// expected: arith operations on vectors are elementwise: an element of the result depends on that of its place alone. LLVM's bitcast makes an element poison when one of the elements that it is made of is poison.
// set: vector.rewrite_narrow_types
// pattern: RewriteAlignedSubByteIntTrunc (mlir/lib/Dialect/Vector/Transforms/VectorEmulateNarrowType.cpp)
// cause: rewriteI8ToI4Trunc joins pairs of elements with `arith.ori` and bitcasts the result.
// rule: V303
// input: @f([poison, -108, poison, poison, -14, 0, poison, 14])
// before: ([poison, 4, poison, poison, 2, 0, poison, -2])
// after: ([poison, poison, poison, poison, 2, 0, poison, poison])
func.func @f(%a: vector<8xi8>) -> vector<8xi4> {
  %0 = arith.trunci %a : vector<8xi8> to vector<8xi4>
  return %0 : vector<8xi4>
}
