// what: loop-invariant-code-motion moves arith.remsi out of a loop that may have no iteration, where it divides by zero.
// expected: arith.remsi: "Division by zero is undefined behavior." What is undefined may not run where it did not run before.
// pass: --loop-invariant-code-motion
// pattern: moveLoopInvariantCode (mlir/include/mlir/Dialect/Arith/IR/ArithOps.td)
// cause: Arith_RemSIOp is an Arith_TotalIntBinaryOp, which is always speculatable; arith.divsi and arith.ceildivsi are ConditionallySpeculatable.
// rule: V302
// input: @f(0, 0, 0)
// before: (0)
// after: undefined behaviour at `arith.remsi` (division by zero)
func.func @f(%n: index, %a: i32, %b: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (i32) {
    %q = arith.remsi %a, %b : i32
    scf.yield %q : i32
  }
  return %r : i32
}
