// what: affine-super-vectorize crashes on a nest whose innermost loop carries a value that begins with the induction variable of another.
// expected: A pass that cannot vectorize a loop leaves it as it is.
// pass: --affine-super-vectorize=virtual-vector-size=4
// pattern: AffineVectorize, vectorizeAffineLoopNest (mlir/lib/Dialect/Affine/Transforms/SuperVectorize.cpp)
// cause: The carried value of the inner loop begins with the induction variable of the loop that is vectorized; with that of the outermost loop, or a value from outside of the nest, the pass does not crash.
// rule: X701
// after: crashes with signal 11
func.func @f(%x: index) {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 30 {
      %r = affine.for %k = 0 to 10 iter_args(%a = %j) -> (index) {
        affine.yield %x : index
      }
    }
  }
  return
}
