// what: scf-for-loop-range-folding adds a value to the bounds of a loop that is used in its body alone: poison that no iteration reads, or that nothing observes, becomes a bound.
// expected: LLVM's language reference, whose poison the arith dialect takes over: a loop bound on poison is undefined behaviour; the operation before only returns poison.
// pass: --scf-for-loop-range-folding
// pattern: ForLoopRangeFolding::runOnOperation (mlir/lib/Dialect/SCF/Transforms/LoopRangeFolding.cpp)
// cause: The pass clones the addition on both bounds; what was an operand of an unused or unexecuted operation decides now how often the loop runs.
// rule: V302
// input: @f(3, poison, 5, 7)
// before: ()
// after: undefined behaviour at `scf.for` (control flow depends on poison)
func.func @f(%hi: index, %offset: index, %lo: index, %step: index) {
  scf.for %i = %lo to %hi step %step {
    %0 = arith.addi %offset, %i : index
  }
  return
}
