// what: affine-loop-fusion moves a loop across a call that gets the memory which the loop reads.
// expected: A function without a body may write to the memory that it gets; the loads behind the call give what it wrote.
// pass: --affine-loop-fusion=mode=producer
// pattern: GreedyFusion, MemRefDependenceGraph::init (mlir/lib/Dialect/Affine/Analysis/Utils.cpp)
// cause: This step has no legality check for operations whose effects are not known, such as calls: they are no nodes of the graph of dependences. With memref.copy or memref.store in place of the call the loops are left alone.
// rule: V304
// input: @f([0, 1, -1, -2147483648], [0, 1, -1, -2147483648], 0)
// before: %arg1[0] = 429674023
// after: 0 (and 3 others)
func.func private @g(memref<4xi32>)
func.func @f(%m: memref<4xi32>, %o: memref<4xi32>, %x: i32) {
  affine.for %i = 0 to 4 {
    affine.store %x, %m[%i] : memref<4xi32>
  }
  func.call @g(%m) : (memref<4xi32>) -> ()
  affine.for %i = 0 to 4 {
    %0 = affine.load %m[%i] : memref<4xi32>
    affine.store %0, %o[%i] : memref<4xi32>
  }
  return
}
