// what: affine-loop-invariant-code-motion moves a load through a cast out of a loop that stores to the memory.
// expected: memref.cast gives the same memory another type; a load after the store to its place gives what was stored.
// pass: --affine-loop-invariant-code-motion
// pattern: LoopInvariantCodeMotion, isOpLoopInvariant (mlir/lib/Dialect/Affine/Transforms/AffineLoopInvariantCodeMotion.cpp)
// cause: This step has no legality check for accesses through casts and views, at any distance: only the uses of the same value of type memref are looked at. Without the cast the load stays.
// rule: V304
// input: @f([0, 1, 2, 3], [0, 1, 2, 3], 7)
// before: (), memory ([7, 7, 7, 7], [0, 7, 7, 7])
// after: (), memory ([7, 7, 7, 7], [0, 0, 0, 0])
func.func @f(%m: memref<4xi32>, %o: memref<4xi32>, %x: i32) {
  %v = memref.cast %m : memref<4xi32> to memref<?xi32>
  affine.for %i = 0 to 4 {
    %0 = affine.load %v[0] : memref<?xi32>
    affine.store %0, %o[%i] : memref<4xi32>
    affine.store %x, %m[%i] : memref<4xi32>
  }
  return
}
