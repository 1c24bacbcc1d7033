// what: affine-loop-tile reorders iterations of a nest that call a function.
// expected: A function without a body may have effects, so that the order of its calls is a part of the program.
// pass: --affine-loop-tile=tile-size=2
// pattern: AffineLoopTiling, isTilingValid (mlir/lib/Dialect/Affine/Analysis/LoopAnalysis.cpp)
// cause: This step has no legality check for operations other than affine loads and stores: calls, memref.load and memref.store, prints, in nests of any bounds; dependences are asked of affine accesses alone.
// rule: V304
// input: @f()
// before: (), calls without a body [-8755885555439296392]
// after: (), calls without a body [3262650298544031592]
func.func private @g(index, index)
func.func @f() {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 4 {
      func.call @g(%i, %j) : (index, index) -> ()
    }
  }
  return
}
