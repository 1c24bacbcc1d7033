// what: scf-for-loop-range-folding multiplies the step of a loop by a value that may be zero or negative: the loop loses its iterations.
// expected: scf.for: "The step is a value of same type but required to be positive".
// pass: --scf-for-loop-range-folding
// pattern: ForLoopRangeFolding::runOnOperation (mlir/lib/Dialect/SCF/Transforms/LoopRangeFolding.cpp)
// cause: This step has no legality check for factors that are not positive: bounds and step are multiplied by any value that the induction variable is multiplied by.
// rule: V302
// input: @f([0], 1, 0, 5)
// before: (), memory ([5])
// after: undefined behaviour at `scf.for` (the step of a loop is not positive)
func.func @f(%m: memref<1xi32>, %n: index, %k: index, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = arith.muli %i, %k : index
    memref.store %x, %m[%0] : memref<1xi32>
  }
  return
}
