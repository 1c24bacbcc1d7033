// what: Collapsing two dimensions of scf.parallel gives a loop without iterations some, where both upper bounds are negative.
// expected: scf.parallel: "The lower and upper bounds specify a half-open range: the range includes the lower bound but does not include the upper bound."
// pass: --test-scf-parallel-loop-collapsing=collapsed-indices-0=0,1
// pattern: collapseParallelLoops (mlir/lib/Dialect/SCF/Utils/Utils.cpp)
// cause: This step has no legality check for open bounds: the upper bound of the one dimension is the product of the differences of the bounds, which is positive where two are negative.
// rule: V304
// input: @f([0], 5)
// before: (), memory ([0])
// after: (), memory ([5])
func.func @f(%m: memref<1xi32>, %x: i32) {
  %n = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    memref.store %x, %m[%c0] : memref<1xi32>
  }
  return
}
