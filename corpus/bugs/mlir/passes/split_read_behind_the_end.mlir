// what: split_transfer_full_partial makes a slice of negative size of a read that starts behind the end of the memory.
// expected: vector.transfer_read: "accesses (including the starting point) may run out-of-bounds along the respective vector dimension as the index increases."
// set: vector.split_transfer_full_partial
// pattern: VectorTransferFullPartialRewriter (mlir/lib/Dialect/Vector/Transforms/VectorTransferSplitRewritePatterns.cpp)
// cause: The size of the slice is the least of the length of the vector and the difference of extent and index, which is negative there.
// rule: V302
// input: @f([-1], 2, -1)
// before: ([-1, -1, -1, -1]), memory ([-1])
// after: undefined behaviour at `memref.subview` (extents are negative or do not agree)
func.func @f(%m: memref<?xi8>, %i: index, %p: i8) -> vector<4xi8> {
  %r = vector.transfer_read %m[%i], %p : memref<?xi8>, vector<4xi8>
  return %r : vector<4xi8>
}
