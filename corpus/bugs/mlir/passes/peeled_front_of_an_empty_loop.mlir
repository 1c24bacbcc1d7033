// what: scf-for-loop-peeling=peel-front runs the first iteration of a loop that has none.
// expected: scf.for: "The lower and upper bounds specify a half-open range: the iteration is executed iff the comparison of induction variable value is less than the upper bound and bigger or equal to the lower bound."
// pass: --scf-for-loop-peeling=peel-front=true
// pattern: ForLoopPeelingPattern, peelForLoopFirstIteration (mlir/lib/Dialect/SCF/Transforms/LoopSpecialization.cpp)
// cause: The first loop gets the upper bound `%lb + %step`, whatever the upper bound of the loop is; it has to be the lesser of both.
// rule: V301
// input: @f(4, 4, 5, 2, -1)
// before: (-1)
// after: (2)
func.func @f(%lo: index, %hi: index, %step: index, %y: i32, %x: i32) -> i32 {
  %r = scf.for %i = %lo to %hi step %step iter_args(%a = %x) -> (i32) {
    scf.yield %y : i32
  }
  return %r : i32
}
