// what: scf-for-loop-peeling runs the last, partial iteration of a loop whose lower bound is above its upper bound: `ub - (ub - lb) mod step` lies below the upper bound then.
// expected: scf.for: "The lower and upper bounds specify a half-open range: the iteration is executed iff the comparison of induction variable value is less than the upper bound and bigger or equal to the lower bound."
// pass: --scf-for-loop-peeling
// pattern: ForLoopPeelingPattern, peelForLoop (mlir/lib/Dialect/SCF/Transforms/LoopSpecialization.cpp)
// cause: The bound `%ub - (%ub - %lb) mod %step` is between both bounds only where `%lb <= %ub`; the modulo of affine maps is not negative, so that the last loop starts below `%ub` where the loop is empty.
// rule: V301
// input: @f(0, 256718962, 3, -2, 5)
// before: (0)
// after: (256718962)
func.func @f(%x: i32, %y: i32, %step: index, %hi: index, %lo: index) -> i32 {
  %r = scf.for %i = %lo to %hi step %step iter_args(%a = %x) -> (i32) {
    scf.yield %y : i32
  }
  return %r : i32
}
