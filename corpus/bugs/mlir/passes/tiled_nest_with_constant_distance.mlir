// what: affine-loop-tile reorders iterations of a nest in which one reads what the iteration before in the outer loop and behind in the inner one wrote.
// expected: affine-loop-tile is documented to tile loop nests; a load after the store to its place gives what was stored.
// pass: --affine-loop-tile=tile-size=2
// pattern: AffineLoopTiling, isTilingValid (mlir/lib/Dialect/Affine/Analysis/LoopAnalysis.cpp)
// cause: The distance between the store and the load is (1, -1), the same in all iterations, which tiles of 2 x 2 reverse; the pass tiles the nest all the same.
// rule: V304
// input: @f([[0, 1, -1, -2147483648, 2147483647], [2, 31, -2, 0, 1], [-1, -2147483648, 2147483647, 2, 31]])
// before: %arg0[2, 1] = -2147483648
// after: -2
func.func @f(%m: memref<3x5xi32>) {
  affine.for %i = 1 to 3 {
    affine.for %j = 0 to 4 {
      %0 = affine.load %m[%i - 1, %j + 1] : memref<3x5xi32>
      affine.store %0, %m[%i, %j] : memref<3x5xi32>
    }
  }
  return
}
