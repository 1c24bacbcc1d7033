// what: affine-loop-fusion moves a loop across a store through a cast of the memory that the loop writes.
// expected: memref.cast gives the same memory another type; a load after the store to its place gives what was stored.
// pass: --affine-loop-fusion=mode=producer
// pattern: GreedyFusion, MemRefDependenceGraph::init (mlir/lib/Dialect/Affine/Analysis/Utils.cpp)
// cause: This step has no legality check for accesses through casts and views, at any distance: the graph of dependences has edges for each value of type memref alone. Without the cast the loops are left alone.
// rule: V304
// input: @f([0, 1, 2, 3], [0, 1, 2, 3], 7, 5)
// before: (), memory ([7, 7, 7, 5], [7, 7, 7, 5])
// after: (), memory ([7, 7, 7, 7], [7, 7, 7, 7])
func.func @f(%m: memref<4xi32>, %o: memref<4xi32>, %x: i32, %y: i32) {
  %v = memref.cast %m : memref<4xi32> to memref<?xi32>
  affine.for %i = 0 to 4 {
    affine.store %x, %m[%i] : memref<4xi32>
  }
  affine.store %y, %v[3] : memref<?xi32>
  affine.for %i = 0 to 4 {
    %0 = affine.load %m[%i] : memref<4xi32>
    affine.store %0, %o[%i] : memref<4xi32>
  }
  return
}
