// what: split_transfer_full_partial copies a write that runs out of bounds to the start of the memory instead of its indices.
// expected: vector.transfer_write: "performs a write from a vector, supplied as its first operand, into a slice within a MemRef"; the slice starts at the indices.
// set: vector.split_transfer_full_partial
// pattern: VectorTransferFullPartialRewriter (mlir/lib/Dialect/Vector/Transforms/VectorTransferSplitRewritePatterns.cpp)
// cause: The copy behind the write takes its source from the temporary buffer at the indices of the write, and goes to the memory at zero; both are the other way round.
// rule: V304
// input: @f([1, -1, -128, 127], [1, -1, -128, 127], 1)
// before: (), memory ([1, 1, -1, -128])
// after: (), memory ([-1, -128, 127, 127])
func.func @f(%v: vector<4xi8>, %m: memref<?xi8>, %i: index) {
  vector.transfer_write %v, %m[%i] : vector<4xi8>, memref<?xi8>
  return
}
