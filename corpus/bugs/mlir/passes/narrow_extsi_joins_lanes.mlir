// what: rewrite_narrow_types extends 4-bit elements through a bitcast to bytes: poison of one element reaches its neighbour.
// expected: arith operations on vectors are elementwise: an element of the result depends on that of its place alone. LLVM's bitcast makes an element poison when one of the elements that it is made of is poison.
// set: vector.rewrite_narrow_types
// pattern: RewriteAlignedSubByteIntExt (mlir/lib/Dialect/Vector/Transforms/VectorEmulateNarrowType.cpp)
// cause: rewriteI4ToI8Ext bitcasts pairs of elements to bytes and shifts these.
// rule: V303
// input: @f([poison, 4, poison, poison, 2, 0, poison, -2])
// before: ([poison, 4, poison, poison, 2, 0, poison, -2])
// after: ([poison, poison, poison, poison, 2, 0, poison, poison])
func.func @f(%a: vector<8xi4>) -> vector<8xi8> {
  %0 = arith.extsi %a : vector<8xi4> to vector<8xi8>
  return %0 : vector<8xi8>
}
