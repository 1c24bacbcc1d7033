// what: affine-loop-unroll-jam jams iterations of a nest of which one reads what the other one has yet to write.
// expected: A load after the store to its place gives what was stored; iterations may be jammed only where none depends on a later one of the inner loop.
// pass: --pass-pipeline=builtin.module(func.func(affine-loop-unroll-jam{unroll-jam-factor=2}))
// pattern: AffineLoopUnrollAndJam, loopUnrollJamByFactor (mlir/lib/Dialect/Affine/Utils/LoopUtils.cpp)
// cause: This step has no legality check for dependences between iterations of the outer loop: a store is followed by a load one row below and any number of columns before it.
// rule: V304
// input: @f([[0, 1, -1], [-2147483648, 2147483647, 2], [31, -2, 0]])
// before: (), memory ([[0, 1, -1], [1, -1, 2], [-1, 2, 0]])
// after: (), memory ([[0, 1, -1], [1, -1, 2], [2147483647, 2, 0]])
func.func @f(%m: memref<3x3xi32>) {
  affine.for %i = 1 to 3 {
    affine.for %j = 0 to 2 {
      %0 = affine.load %m[%i - 1, %j + 1] : memref<3x3xi32>
      affine.store %0, %m[%i, %j] : memref<3x3xi32>
    }
  }
  return
}
