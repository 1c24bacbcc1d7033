// what: affine-super-vectorize vectorizes a store to places that fall while the loop counts up: the vector is written from its first place upwards.
// expected: affine.store writes each element at its place.
// pass: --affine-super-vectorize=virtual-vector-size=4
// pattern: AffineVectorize, isContiguousAccess (mlir/lib/Dialect/Affine/Analysis/LoopAnalysis.cpp)
// cause: Only one index depends on the loop, by a factor of -1; the vector is written as if the factor were 1.
// rule: V304
// input: @f([0, 1, -1, -2147483648], [0, 1, -1, -2147483648])
// before: (), memory ([0, 1, -1, -2147483648], [-2147483648, -1, 1, 0])
// after: (), memory ([0, 1, -1, -2147483648], [0, 1, -1, 0])
func.func @f(%a: memref<4xi32>, %b: memref<4xi32>) {
  affine.for %i = 0 to 4 {
    %0 = affine.load %a[%i] : memref<4xi32>
    affine.store %0, %b[-%i + 3] : memref<4xi32>
  }
  return
}
