// what: int-range-optimizations crashes on an affine loop whose upper bound is a minimum of two.
// expected: affine.for: "The lower and upper bounds specify a half-open range"; an upper bound with several results is their minimum, and the analysis has to take none of them for the only one.
// pass: --int-range-optimizations
// pattern: IntegerRangeAnalysis::visitNonControlFlowArguments (mlir/lib/Analysis/DataFlow/IntegerRangeAnalysis.cpp)
// cause: The bounds of the loop are taken to be one constant or one value each.
// rule: X701
// after: crashes with signal 11
func.func @f(%n: index) {
  affine.for %i = 1 to min affine_map<(d0) -> (d0, 8)>(%n) {
  }
  return
}
