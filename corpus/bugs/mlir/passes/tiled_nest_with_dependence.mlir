// what: affine-loop-tile reorders iterations of a nest that read what others write: accesses with `mod` are taken to be independent.
// expected: affine-loop-tile is documented to tile loop nests; a load after the store to its place gives what was stored.
// pass: --affine-loop-tile=tile-size=2
// pattern: AffineLoopTiling, isTilingValid (mlir/lib/Dialect/Affine/Analysis/LoopAnalysis.cpp)
// cause: Iterations meet in one element by `mod`, without a distance that is the same for all of them; the pass tiles the nest all the same.
// rule: V304
// input: @f([[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15]])
// before: (), memory ([[0, 1, 2, 3], [9, 5, 6, 7], [0, 9, 10, 11], [9, 5, 14, 15]])
// after: (), memory ([[0, 1, 2, 3], [1, 5, 6, 7], [0, 1, 10, 11], [1, 5, 14, 15]])
func.func @f(%m: memref<4x4xi32>) {
  affine.for %i = 1 to 4 {
    affine.for %j = 0 to 3 {
      %0 = affine.load %m[%j, %i mod 2] : memref<4x4xi32>
      affine.store %0, %m[%i, %j mod 2] : memref<4x4xi32>
    }
  }
  return
}
