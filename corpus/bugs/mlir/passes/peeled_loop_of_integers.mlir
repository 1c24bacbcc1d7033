// what: scf-for-loop-peeling makes affine operations of the bounds of a loop over integers, which take `index` alone.
// expected: scf.for says of its induction variable: "This SSA value is a signless integer or index." affine.apply takes operands of type `index`. A pass that cannot peel a loop leaves it as it is.
// pass: --scf-for-loop-peeling
// pattern: ForLoopPeelingPattern, peelForLoop (mlir/lib/Dialect/SCF/Transforms/LoopSpecialization.cpp)
// cause: The new bound is an AffineApplyOp of both bounds and the step as they are; only its result is cast to the type of the loop.
// rule: X703
// after: leaves an ill-formed program: 'affine.apply' op operand #0 must be variadic of index, but got 'i32'
func.func @f(%lb: i32, %ub: i32, %x: i32) -> i32 {
  %c = arith.constant 3 : i32
  %r = scf.for %i = %lb to %ub step %c iter_args(%a = %x) -> (i32) : i32 {
    scf.yield %i : i32
  }
  return %r : i32
}
