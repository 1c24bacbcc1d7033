// what: affine-loop-invariant-code-motion moves a load out of a loop that calls a function with its memory.
// expected: A function without a body may write to the memory that it gets; a load behind the call gives what it wrote.
// pass: --affine-loop-invariant-code-motion
// pattern: LoopInvariantCodeMotion, isOpLoopInvariant (mlir/lib/Dialect/Affine/Transforms/AffineLoopInvariantCodeMotion.cpp)
// cause: This step has no legality check for operations whose effects are not known, such as calls: a use of the memory counts where it is known to write to it. With memref.copy or memref.store in place of the call the load stays.
// rule: V304
// input: @f([0, 1, -1, -2147483648], [0, 1, -1, -2147483648])
// before: %arg1[1] = 429674023
// after: 0 (and 2 others)
func.func private @g(memref<4xi32>)
func.func @f(%m: memref<4xi32>, %o: memref<4xi32>) {
  affine.for %i = 0 to 4 {
    %0 = affine.load %m[0] : memref<4xi32>
    affine.store %0, %o[%i] : memref<4xi32>
    func.call @g(%m) : (memref<4xi32>) -> ()
  }
  return
}
