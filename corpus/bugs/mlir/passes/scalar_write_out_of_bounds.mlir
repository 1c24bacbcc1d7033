// what: test-scalar-vector-transfer-lowering turns a write of one element that may be out of bounds into a store that may not.
// expected: vector.transfer_write: "accesses (including the starting point) may run out-of-bounds along the respective vector dimension as the index increases."
// pass: --test-scalar-vector-transfer-lowering
// pattern: RewriteScalarWrite (mlir/lib/Dialect/Vector/Transforms/VectorTransferOpTransforms.cpp)
// cause: The pattern does not ask hasOutOfBoundsDim, as RewriteScalarExtractOfTransferRead does.
// rule: V302
// input: @f([0xFF800000, 0x7FC00000, 0x00000001, 0x7F7FFFFF], 4, [0xFF800000])
// before: (), memory ([-inf, nan (0x7FC00000), 1e-45, 3.4028235e38])
// after: undefined behaviour at `memref.store` (an index is out of bounds)
func.func @f(%m: memref<4xf32>, %i: index, %v: vector<1xf32>) {
  vector.transfer_write %v, %m[%i] : vector<1xf32>, memref<4xf32>
  return
}
