// what: affine-super-vectorize vectorizes a loop of which one iteration reads through a cast of the memory what the iteration before wrote.
// expected: memref.cast gives the same memory another type; a load after the store to its place gives what was stored.
// pass: --affine-super-vectorize=virtual-vector-size=4
// pattern: isLoopParallel, checkMemrefAccessDependence (mlir/lib/Dialect/Affine/Analysis/AffineAnalysis.cpp)
// cause: This step has no legality check for accesses through casts and views, at any distance: two accesses to different values of type memref are taken to be independent. Without the cast the loop is left alone. affine-parallelize makes an affine.parallel of the same loop.
// rule: V304
// input: @f([0, 1, -1, -2147483648, 2147483647])
// before: (), memory ([0, 0, 0, 0, 0])
// after: (), memory ([0, 0, 1, -1, -2147483648])
func.func @f(%m: memref<5xi32>) {
  %v = memref.cast %m : memref<5xi32> to memref<?xi32>
  affine.for %i = 0 to 4 {
    %0 = affine.load %v[%i] : memref<?xi32>
    affine.store %0, %m[%i + 1] : memref<5xi32>
  }
  return
}
